/// Reads a key that begins with `$`, and what it says.
struct DirectiveReader {
    let document: JSONDocument

    func read(
        _ text: String, at key: Int, of place: NodePlace, into members: inout NodeMembers,
        types: inout TypeReader, reportingTo diagnostics: inout Diagnostics
    ) {
        guard let name = DirectiveName(rawValue: text) else {
            reportUnknown(text, at: key, to: &diagnostics)
            members.gaps = .kind
            return
        }
        switch name {
        case .schema, .comment: return
        case .options:
            guard place.kind == .root else {
                diagnostics.error(
                    "\"$options\" is for the root", at: document.range(of: key),
                    advice: "they apply to all of the schema: write them at its beginning")
                return
            }
            members.options = OptionsReader(document: document)
                .read(key + 1, reportingTo: &diagnostics)
        case .type:
            members.type = readType(
                at: key, of: place, types: &types, reportingTo: &diagnostics)
            if members.type == nil { members.gaps = .kind }
        case .name, .member, .singular, .doc, .deprecated:
            if let text = readText(of: name, at: key + 1, reportingTo: &diagnostics),
                !document.nodes[key].isDuplicate
            {
                members.directives.append(
                    Directive(name: name, key: document.range(of: key), text: text))
            }
        }
    }

    private func reportUnknown(_ text: String, at key: Int, to diagnostics: inout Diagnostics) {
        let names = DirectiveName.allCases.map(\.rawValue)
        diagnostics.error(
            "there is no directive \(Visible.quoted(text))", at: document.range(of: key),
            advice: Suggestion.advice(on: text, among: names, called: "directives"))
    }

    private func readType(
        at key: Int, of place: NodePlace, types: inout TypeReader,
        reportingTo diagnostics: inout Diagnostics
    ) -> Located<Name>? {
        guard place.kind != .root else {
            diagnostics.error(
                "\"$type\" is for a value, and the root is none", at: document.range(of: key),
                advice: "\"$options\": { \"root\": \"ChatRoot\" } names a root type")
            return nil
        }
        guard document.nodes[key + 1].kind == .string else {
            document.reportUnexpected(
                key + 1, expected: "a string for \"$type\"", to: &diagnostics)
            return nil
        }
        return types.read(
            key + 1,
            as: "\"$type\" names one of your types, as in \"Message\" or \"[String: Bool]\"",
            reportingTo: &diagnostics)
    }

    /// The text of a directive, if it can be used.
    private func readText(
        of name: DirectiveName, at value: Int, reportingTo diagnostics: inout Diagnostics
    ) -> Located<String>? {
        guard document.nodes[value].kind == .string else {
            document.reportUnexpected(
                value, expected: "a string for \"\(name.rawValue)\"", to: &diagnostics)
            return nil
        }
        let text = Located(document.text(of: value), at: document.range(of: value))
        guard let problem = DirectiveRules.problem(with: text.value, of: name) else { return text }
        diagnostics.error(problem, at: text.range)
        return nil
    }
}

extension JSONDocument {
    /// Reports a value of the wrong kind, unless it is one that could not be read.
    func reportUnexpected(
        _ value: Int, expected: String, advice: String? = nil, to diagnostics: inout Diagnostics
    ) {
        let kind = nodes[value].kind
        guard kind != .invalid else { return }
        diagnostics.report(
            Diagnostic(
                .error, "expected \(expected), found \(kind.withArticle)", at: opening(of: value),
                notes: advice.map { [Diagnostic.Note($0)] } ?? []))
    }
}

extension JSONDocument.Node.Kind {
    /// What the value is, for a person.
    var withArticle: String {
        switch self {
        case .object, .array: "an \(self)"
        case .string, .number, .boolean: "a \(self)"
        case .null: "null"
        case .invalid: "nothing"
        }
    }
}
