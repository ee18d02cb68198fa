/// Writes string literals of Swift.
package enum SwiftLiteral {
    /// Returns the text as a string literal, quotes included.
    package static func quoted(_ text: String) -> String {
        "\"" + escaped(text) + "\""
    }

    /// Returns the text escaped for use between a literal's quotes.
    ///
    /// Invisible characters, and characters that reorder the surrounding text, are escaped, so that
    /// the literal means what it shows.
    static func escaped(_ text: String) -> String {
        guard !isUnescaped(text) else { return text }
        var literal = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where needsEscape(scalar):
                literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal
    }

    /// Whether the text needs no escapes, as nearly all texts don't.
    private static func isUnescaped(_ text: String) -> Bool {
        for scalar in text.unicodeScalars where !scalar.isUnescapedASCII { return false }
        return true
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: true
        // The compiler accepts U+FDD0 to U+FDEF literally, but not as escapes.
        case .unassigned: !(0xFDD0...0xFDEF ~= scalar.value)
        default: false
        }
    }
}
