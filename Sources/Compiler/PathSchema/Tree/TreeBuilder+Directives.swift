/// Reading of keys that begin with `$`, and of their values.
extension TreeBuilder {
    mutating func readDirective(
        _ member: JSONMember, at place: NodePlace, into contents: inout NodeMembers
    ) {
        guard let name = DirectiveName(rawValue: member.key.text) else {
            reportUnknown(member, at: place)
            contents.gaps = .kind
            return
        }
        switch name {
        case .schema, .comment: return
        case .options:
            guard place.kind == .root else {
                diagnostics.error(
                    "\"$options\" is only allowed at the root", at: member.key.range,
                    advice: "options apply to the whole schema: move them to its top level")
                return
            }
            contents.directives.options = OptionsReader(document: document)
                .read(member.value, reportingTo: &diagnostics)
        case .type:
            contents.type = readType(member, at: place)
            if contents.type == nil { contents.gaps = .kind }
        case .index:
            if !member.isDuplicate {
                contents.directives.index = IndexReader.read(member, reportingTo: &diagnostics)
            }
        case .was:
            if !member.isDuplicate {
                contents.directives.formerKeys = FormerKeysReader.read(
                    member, at: place.kind, reportingTo: &diagnostics)
            }
        case .name, .member, .singular, .property, .firestore, .doc, .deprecated:
            if let text = readText(of: name, from: member.value), !member.isDuplicate {
                contents.directives.all.append(
                    Directive(name: name, key: member.key.range, text: text))
            }
        }
    }

    /// Reports an unknown key that begins with `$`: another system's directive, a misspelled one,
    /// or a wildcard of security rules.
    private mutating func reportUnknown(_ member: JSONMember, at place: NodePlace) {
        let key = member.key
        let names = DirectiveName.allCases.map(\.rawValue)
        let placeholder = ForeignKey(wildcard: key.text)
        var advice = [Suggestion.advice(on: key.text, among: names, called: "directives")]
        if let foreign = ForeignDirectives.advice(on: key.text) {
            advice = [foreign]
        } else if case .object = member.value.value, let placeholder,
            Suggestion.closest(to: key.text, among: ["$options"]) == nil
        {
            advice = [placeholder.advice]
            readUnusable(member, at: place)
        } else if case .string = member.value.value, let placeholder,
            placeholder.isIdentifier || Suggestion.closest(to: key.text, among: names) == nil
        {
            advice.insert(placeholder.advice, at: 0)
        }
        diagnostics.error(
            "unknown directive \(Visible.quoted(key.text))", at: key.range, advice: advice)
    }

    private mutating func readType(
        _ member: JSONMember, at place: NodePlace
    ) -> Located<TypeReference>? {
        guard place.kind != .root else {
            diagnostics.error(
                "\"$type\" is not allowed at the root, which is not a value", at: member.key.range,
                advice: "\"$options\": { \"root\": \"ChatRoot\" } names a root type")
            return nil
        }
        guard case .string(let string) = member.value.value else {
            member.value.reportUnexpected(
                expected: "a string for \"$type\"", advice: Self.typeAdvice(on: member.value),
                to: &diagnostics)
            return nil
        }
        return types.read(
            string,
            as: "\"$type\" names one of your types, as in \"Message\" or \"[String: Bool]\"",
            reportingTo: &diagnostics)
    }

    /// Returns advice on a `$type` whose value isn't a string.
    private static func typeAdvice(on value: JSONNode) -> String? {
        switch value.value {
        case .array(let elements):
            guard case .string(let first)? = elements.first?.value, elements.count == 1 else {
                return "a value is of one type; a list of values has one such as \"[String]\""
            }
            return "a list is written \"[\(first.text)]\""
        case .object:
            return
                "children are written beside it, as in { \"$type\": \"User\", \"name\": \"String\" }"
        case .boolean: return typeOfBooleans
        case .number: return typesOfNumbers
        default:
            return "as in \"Message\" or \"[String: Bool]\""
        }
    }

    /// Reads the text of a directive; `nil` if it is invalid, which has been reported.
    private mutating func readText(
        of name: DirectiveName, from value: JSONNode
    ) -> Located<String>? {
        if name == .property, value.isFalse {
            return Located(Directive.noProperty, at: value.range)
        }
        guard case .string(let string) = value.value else {
            var advice: String?
            if case .array = value.value { advice = "lines are separated by \\n in one string" }
            if name == .property {
                advice = "false is for a child that the model has no property for"
            }
            value.reportUnexpected(
                expected: "a string for \"\(name.rawValue)\"",
                advice: name == .name || name == .member || name == .singular ? nil : advice,
                to: &diagnostics)
            return nil
        }
        if let problem = DirectiveRules.problem(with: string.text, of: name) {
            diagnostics.error(problem, at: string.range)
            return nil
        }
        return Located(string.text, at: string.range)
    }
}

extension JSONNode {
    /// Reports a value of the wrong kind, unless the value was unreadable, which has been reported.
    func reportUnexpected(
        expected: String, advice: String? = nil, to diagnostics: inout Diagnostics
    ) {
        if case .invalid = value { return }
        diagnostics.error(
            "expected \(expected), found \(description)", at: range,
            advice: advice.map { [$0] } ?? [])
    }
}
