/// Reads type references and caches them: a schema has few different ones, each many times.
struct TypeReader {
    private var known: [ExactText: TypeReference] = [:]

    /// - Parameter use: the purpose of the string and its expected form, as advice if it isn't a
    ///   type.
    mutating func read(
        _ string: JSONString, as use: String, reportingTo diagnostics: inout Diagnostics
    ) -> Located<TypeReference>? {
        let text = ExactText(string.text)
        if let type = known[text] { return Located(type, at: string.range) }
        do {
            let type = try TypeReferenceParser.parse(string.text)
            if type.lookedUpNames.contains("Any") {
                // `Any` isn't cached, so that each place has its warning.
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
        diagnostics.warning(
            "'Any' says nothing of a value, which can't be decoded", at: range,
            advice: "name the type of the values; TypedDatabase has \"TreeValue\" for any value")
    }
}

extension TypeReferenceError {
    /// - Parameters:
    ///   - part: the source range of the offending part.
    ///   - range: the source range of the whole text.
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
