/// Reads type references, and remembers them: a schema has few, and many of each.
struct TypeReader {
    private var known: [ExactText: TypeReference] = [:]

    /// - Parameter use: what the string is for, and how it is written: the advice if it is no type.
    mutating func read(
        _ string: JSONString, as use: String, reportingTo diagnostics: inout Diagnostics
    ) -> Located<TypeReference>? {
        let text = ExactText(string.text)
        if let type = known[text] { return Located(type, at: string.range) }
        do {
            let type = try TypeReferenceParser.parse(string.text)
            known[text] = type
            return Located(type, at: string.range)
        } catch {
            let range = error.bytes.map { string.range(of: $0) } ?? string.range
            error.report(string.text, at: range, as: use, to: &diagnostics)
            return nil
        }
    }
}

extension TypeReferenceError {
    func report(
        _ text: String, at range: SourceRange, as use: String, to diagnostics: inout Diagnostics
    ) {
        diagnostics.error(
            "\(Visible.quoted(text)) is not a Swift type\(reason.map { ": \($0)" } ?? "")",
            at: range, advice: advice ?? use)
    }
}
