/// Builds a tree from JSON: the second stage of `SchemaCompiler`.
///
/// The builder classifies each key (child, placeholder, directive) and, once all keys of an object
/// are known, the object. Invalid members are reported and left out.
struct TreeBuilder {
    let document: JSONNode
    var diagnostics: Diagnostics
    var types = TypeReader()

    /// - Returns: `nil` if there is no usable root. If `diagnostics` contains errors, the tree has
    ///   gaps and only serves to find more errors.
    static func build(_ document: JSONNode, reportingTo diagnostics: inout Diagnostics) -> Tree? {
        var builder = TreeBuilder(document: document, diagnostics: diagnostics)
        let tree = builder.buildRoot()
        diagnostics = builder.diagnostics
        return tree
    }

    private init(document: JSONNode, diagnostics: Diagnostics) {
        self.document = document
        self.diagnostics = diagnostics
    }

    private mutating func buildRoot() -> Tree? {
        if let pasted = PastedDocument(document) {
            diagnostics.error(pasted.problem, at: document.range, advice: pasted.advice)
            return nil
        }
        switch document.value {
        case .object(let members):
            var root = Tree(key: "", keyRange: document.range, isWildcard: false)
            let place = NodePlace(kind: .root, depth: 0)
            return build(&root, from: members, of: document, at: place) ? root : nil
        case .invalid: return nil
        case .array, .string, .number, .boolean, .null:
            guard !document.isIncomplete else { return nil }
            diagnostics.error(
                "a schema must be an object, as in { \"name\": \"String\" }; this is \(document.description)",
                at: document.range)
            return nil
        }
    }
}

// MARK: - Nodes

extension TreeBuilder {
    /// Builds the node of a key from its value. Returns whether the value is a node.
    private mutating func build(
        _ node: inout Tree, from value: JSONNode, at place: NodePlace
    ) -> Bool {
        guard !isTooDeep(node, at: place) else { return false }
        switch value.value {
        case .string(let string): return buildLeaf(&node, from: string)
        case .object(let members): return build(&node, from: members, of: value, at: place)
        case .invalid: return false
        case .array, .number, .boolean, .null:
            reportUnsuitable(value)
            return false
        }
    }

    private mutating func buildLeaf(_ node: inout Tree, from string: JSONString) -> Bool {
        let type = types.read(
            string, as: "a leaf names one of your types, as in \"Message\" or \"[String: Bool]\"",
            reportingTo: &diagnostics)
        guard let type else { return false }
        node.content = .leaf(type)
        return true
    }

    private mutating func build(
        _ node: inout Tree, from members: [JSONMember], of object: JSONNode, at place: NodePlace
    ) -> Bool {
        var contents = NodeMembers(gaps: object.isIncomplete ? .children : .none)
        contents.children.reserveCapacity(members.count)
        for index in 0..<members.count {
            read(members[index], at: place, into: &contents)
        }
        return finish(&node, with: contents, at: place, object: object)
    }

    private mutating func read(
        _ member: JSONMember, at place: NodePlace, into contents: inout NodeMembers
    ) {
        switch KeyRules.kind(of: member.key.text) {
        case .child:
            readChild(member, at: place, into: &contents)
        case .placeholder:
            readWildcard(member, at: place, into: &contents)
        case .directive:
            readDirective(member, at: place, into: &contents)
        case .forbidden(let violation):
            if let foreign = ForeignKey(member.key.text) {
                diagnostics.error(foreign.problem, at: member.key.range, advice: foreign.advice)
            } else {
                diagnostics.error(
                    violation.message, at: member.key.range(of: violation.bytes),
                    advice: violation.advice)
            }
            readUnusable(member, at: place)
            contents.gaps = max(contents.gaps, .children)
        }
    }

    /// Reads the value of an invalid key, to report the errors inside of it.
    mutating func readUnusable(_ member: JSONMember, at place: NodePlace) {
        var unusable = Tree(key: member.key.text, keyRange: member.key.range, isWildcard: false)
        _ = build(&unusable, from: member.value, at: place.child(.child))
    }

    private mutating func readChild(
        _ member: JSONMember, at place: NodePlace, into contents: inout NodeMembers
    ) {
        if place.kind == .root, OptionsReader.isMeant(by: member) {
            diagnostics.error(
                "'options' would be a child of the root", at: member.key.range,
                advice: "did you mean \"$options\"?")
            contents.gaps = max(contents.gaps, .children)
            return
        }
        var child = Tree(key: member.key.text, keyRange: member.key.range, isWildcard: false)
        let isNode = build(&child, from: member.value, at: place.child(.child))
        if let foreign = ForeignKey(member.key.text), child.directives[.member] == nil {
            diagnostics.error(
                foreign.problem, at: member.key.range,
                advice: foreign.advice, foreign.wayOut)
            contents.gaps = max(contents.gaps, .children)
        } else if isNode, !member.isDuplicate {
            contents.children.append(child)
            contents.hasNamedChild = true
        } else {
            contents.gaps = max(contents.gaps, .children)
        }
    }

    private mutating func readWildcard(
        _ member: JSONMember, at place: NodePlace, into contents: inout NodeMembers
    ) {
        let placeholder = PlaceholderReader(key: member.key).read(reportingTo: &diagnostics)
        let range = member.key.range
        let first = contents.wildcard
        if let first, !member.isDuplicate {
            diagnostics.error(
                "an object can have only one placeholder", at: range,
                and: "the first is here", at: first,
                advice: "a placeholder matches any key, so both would match the same nodes")
        }
        contents.wildcard = first ?? range
        var wildcard = Tree(
            key: placeholder?.name ?? "", keyRange: range, isWildcard: true,
            keyType: placeholder?.keyType)
        if build(&wildcard, from: member.value, at: place.child(.element)), placeholder != nil,
            first == nil, !member.isDuplicate
        {
            contents.children.append(wildcard)
        } else {
            contents.gaps = max(contents.gaps, .children)
        }
    }

    /// Classifies an object, now that all its keys are known. Returns whether the object is a node.
    private mutating func finish(
        _ node: inout Tree, with contents: NodeMembers, at place: NodePlace, object: JSONNode
    ) -> Bool {
        if contents.gaps != .none {
            node.gaps = contents.hasNamedChild ? contents.gaps : .kind
            node.content = .branch(model: contents.type, children: contents.children)
        } else if contents.type == nil, !contents.hasNamedChild, contents.children.count == 1 {
            node.content = .collection(element: contents.children[0])
        } else if !contents.children.isEmpty {
            node.content = .branch(model: contents.type, children: contents.children)
        } else if let type = contents.type {
            node.content = .leaf(type)
        } else {
            reportNothing(in: object, at: place)
            return false
        }
        node.directives = contents.directives
        if !contents.directives.all.isEmpty {
            DirectiveRules.check(
                node, hasWildcard: contents.wildcard != nil, at: place, reportingTo: &diagnostics)
        }
        IndexRules.check(node, reportingTo: &diagnostics)
        DirectiveRules.checkType(of: node, reportingTo: &diagnostics)
        return true
    }
}

// MARK: - Directives

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

// MARK: - Errors

/// Reporting of values and objects that are no nodes.
extension TreeBuilder {
    mutating func isTooDeep(_ node: Tree, at place: NodePlace) -> Bool {
        guard place.depth > KeyRules.maximumDepth else { return false }
        diagnostics.error(
            "this key is nested more than \(KeyRules.maximumDepth) levels deep",
            at: node.keyRange, advice: "Firebase allows no deeper paths")
        return true
    }

    mutating func reportNothing(in object: JSONNode, at place: NodePlace) {
        guard case .object(let members) = object.value, let first = members.first else {
            diagnostics.error(
                "this object has neither a type nor children", at: object.bytes,
                advice: "a node names a type, as in \"name\": \"String\", or has children")
            return
        }
        let advice =
            switch (place.kind, first.key.text) {
            case (.root, _):
                "a schema has children, as in { \"users\": { \"<userId>\": \"User\" } }"
            case (_, "$name"): "a branch has children: { \"$name\": \"…\", \"title\": \"String\" }"
            case (_, "$singular"):
                "a collection has a placeholder: { \"$singular\": \"…\", \"<id>\": \"Message\" }"
            case (_, let directive):
                "a value has a type: { \"$type\": \"String\", \"\(directive)\": … }; anything else has children"
            }
        diagnostics.error("there are only directives here", at: object.bytes, advice: advice)
    }

    static let typeOfBooleans = "the type of true and false is \"Bool\""
    static let typesOfNumbers = "the types of numbers are \"Int\" and \"Double\""

    mutating func reportUnsuitable(_ value: JSONNode) {
        guard !value.isIncomplete else { return }
        let advice =
            switch value.value {
            case .array:
                "a list is a collection, as in { \"<id>\": \"Type\" }; a leaf of type \"[Type]\" holds one"
            case .boolean: Self.typeOfBooleans
            case .number: Self.typesOfNumbers
            case .null:
                "a value that may be missing has a type with a question mark, as in \"String?\""
            default: "a leaf names the Swift type of its value, as in \"String\" or \"Int?\""
            }
        diagnostics.error(
            "\(value.description) can't be a node of a schema", at: value.range, advice: advice)
    }
}

// MARK: - Members of an object

/// The members of an object, as they have been read.
struct NodeMembers {
    var directives = Directives()
    var type: Located<TypeReference>?
    /// The first placeholder among the keys.
    var wildcard: SourceRange?
    /// Whether members were reported and left out.
    var gaps: Gaps
    var children: [Tree] = []
    /// Whether a child has a literal key.
    var hasNamedChild = false
}
