/// Reads the value of `$options`.
struct OptionsReader {
    /// The schema that contains the options.
    let document: JSONNode

    /// Whether a child of the root is a misspelled `$options`.
    static func isMeant(by member: JSONMember) -> Bool {
        guard member.key.text == "options", case .object(let options) = member.value.value else {
            return false
        }
        let names = options.map { OptionName(rawValue: $0.key.text) }
        guard !names.isEmpty, !names.contains(nil) else { return false }
        return options.contains { option in
            switch (option.key.text, option.value.value) {
            case ("access", .string(let level)):
                Options.AccessLevel(rawValue: level.text) != nil
            case ("imports", .array), ("namespace", _), ("typePrefix", _), ("typeSuffix", _),
                ("typeChecks", .boolean), ("dataChecks", .boolean), ("firestore", .boolean):
                true
            default: false
            }
        }
    }

    func read(_ value: JSONNode, reportingTo diagnostics: inout Diagnostics) -> WrittenOptions {
        var options = WrittenOptions()
        guard case .object(let members) = value.value else {
            value.reportUnexpected(
                expected: "an object for \"$options\"",
                advice: "as in { \"access\": \"public\" }", to: &diagnostics)
            return options
        }
        for member in members {
            guard let name = OptionName(rawValue: member.key.text) else {
                // If a bracket is missing, the rest of the schema seems to belong to the options.
                if !document.isIncomplete { reportUnknown(member.key, to: &diagnostics) }
                continue
            }
            for value in values(of: name, from: member.value, reportingTo: &diagnostics) {
                if let problem = name.problem(with: value.value) {
                    diagnostics.error(problem, at: value.range)
                } else {
                    options.values.append((name, value))
                }
            }
        }
        return options
    }

    /// Returns the single value of an option, or the several values of `imports`.
    private func values(
        of name: OptionName, from value: JSONNode, reportingTo diagnostics: inout Diagnostics
    ) -> [Located<String>] {
        switch (name, value.value) {
        case (.imports, .array(let elements)):
            return elements.compactMap {
                text($0, expected: "the name of a module", reportingTo: &diagnostics)
            }
        case (.imports, _):
            value.reportUnexpected(
                expected: "a list for \"imports\"", advice: "as in [\"Models\"]", to: &diagnostics)
            return []
        case (.typeChecks, .boolean), (.dataChecks, .boolean), (.firestore, .boolean):
            return [Located(value.isFalse ? "false" : "true", at: value.range)]
        case (.typeChecks, _), (.dataChecks, _), (.firestore, _):
            value.reportUnexpected(
                expected: "true or false for \"\(name.rawValue)\"", to: &diagnostics)
            return []
        default:
            let expected = "a string for \"\(name.rawValue)\""
            return text(value, expected: expected, reportingTo: &diagnostics).map { [$0] } ?? []
        }
    }

    private func text(
        _ value: JSONNode, expected: String, reportingTo diagnostics: inout Diagnostics
    ) -> Located<String>? {
        guard case .string(let string) = value.value else {
            value.reportUnexpected(expected: expected, to: &diagnostics)
            return nil
        }
        return Located(string.text, at: string.range)
    }

    private func reportUnknown(_ key: JSONString, to diagnostics: inout Diagnostics) {
        let names = OptionName.allCases.map(\.rawValue)
        diagnostics.error(
            "unknown option \(Visible.quoted(key.text))", at: key.range,
            advice: Suggestion.advice(on: key.text, among: names, called: "options"))
    }
}
