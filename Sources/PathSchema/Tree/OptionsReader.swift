/// Reads the object behind `$options`.
struct OptionsReader {
    let document: JSONDocument

    func read(_ object: Int, reportingTo diagnostics: inout Diagnostics) -> WrittenOptions {
        var options = WrittenOptions()
        guard document.nodes[object].kind == .object else {
            document.reportUnexpected(
                object, expected: "an object for \"$options\"",
                advice: "as in { \"access\": \"public\" }", to: &diagnostics)
            return options
        }
        for key in document.keys(of: object) {
            guard let name = OptionName(rawValue: document.text(of: key)) else {
                // Where a bracket is missing, the rest of the schema seems to be options.
                if !document.nodes[0].isIncomplete { reportUnknown(key, to: &diagnostics) }
                continue
            }
            for value in values(of: name, at: key + 1, reportingTo: &diagnostics) {
                if let problem = name.problem(with: value.value) {
                    diagnostics.error(problem, at: value.range)
                } else {
                    options.values.append((name, value))
                }
            }
        }
        return options
    }

    /// The one value of an option, or the several of `imports`.
    private func values(
        of name: OptionName, at value: Int, reportingTo diagnostics: inout Diagnostics
    ) -> [Located<String>] {
        let isList = name == .imports
        guard document.nodes[value].kind == (isList ? .array : .string) else {
            document.reportUnexpected(
                value, expected: "\(isList ? "a list" : "a string") for \"\(name.rawValue)\"",
                advice: isList ? "as in [\"Models\"]" : nil, to: &diagnostics)
            return []
        }
        var values: [Located<String>] = []
        for element in isList ? document.elements(of: value) : [value] {
            if document.nodes[element].kind == .string {
                values.append(Located(document.text(of: element), at: document.range(of: element)))
            } else {
                document.reportUnexpected(
                    element, expected: "the name of a module", to: &diagnostics)
            }
        }
        return values
    }

    private func reportUnknown(_ key: Int, to diagnostics: inout Diagnostics) {
        let text = document.text(of: key)
        let names = OptionName.allCases.map(\.rawValue)
        diagnostics.error(
            "there is no option \(Visible.quoted(text))", at: document.range(of: key),
            advice: Suggestion.advice(on: text, among: names, called: "options"))
    }
}
