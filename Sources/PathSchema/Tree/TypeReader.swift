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
            if type.lookedUpNames.contains("Any") {
                // It isn't remembered, so that each place has its warning.
                Self.warnOfAny(at: string.range, reportingTo: &diagnostics)
            } else {
                known[text] = type
            }
            return Located(type, at: string.range)
        } catch {
            let part = error.bytes.map { string.range(of: $0) } ?? string.range
            error.report(
                string.text, at: part, of: string.range, as: use, to: &diagnostics)
            return nil
        }
    }

    private static func warnOfAny(
        at range: SourceRange, reportingTo diagnostics: inout Diagnostics
    ) {
        let advice = "name the type of the values; TypedDatabase has \"TreeValue\" for any value"
        diagnostics.report(
            Diagnostic(
                .warning, "'Any' says nothing of a value, which can't be decoded", at: range,
                notes: [Diagnostic.Note(advice)]))
    }
}

extension TypeReferenceError {
    /// - Parameters:
    ///   - part: where the offending part of the text is.
    ///   - range: where all of it is.
    func report(
        _ text: String, at part: SourceRange, of range: SourceRange, as use: String,
        to diagnostics: inout Diagnostics
    ) {
        if advice == nil, let advice = ForeignType.advice(on: text) {
            diagnostics.error(
                "\(Visible.quoted(text)) is not a Swift type", at: range, advice: advice)
            return
        }
        diagnostics.error(
            "\(Visible.quoted(text)) is not a Swift type\(reason.map { ": \($0)" } ?? "")",
            at: part, advice: advice ?? use)
    }
}
