/// A text with names in double braces, `{{title}}`, which stand for other texts.
struct Template {
    private let text: String

    init(_ bytes: [UInt8]) {
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text with each name replaced. Braces in the replacements mean nothing.
    ///
    /// - Parameter replacement: the text of a name; `nil` for braces that stay.
    func filled(_ replacement: (Substring) -> String?) -> String {
        var filled = ""
        var rest = text[...]
        while let match = rest.firstMatch(of: /{{([a-z]+)}}/) {
            filled += rest[..<match.range.lowerBound]
            filled += replacement(match.1) ?? String(match.0)
            rest = rest[match.range.upperBound...]
        }
        return filled + rest
    }
}
