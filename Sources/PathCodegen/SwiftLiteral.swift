/// Swift's string literals.
enum SwiftLiteral {
    /// The text as a literal, quotes included.
    static func quoted(_ text: String) -> String {
        "\"" + escaped(text) + "\""
    }

    /// The text between a literal's quotes.
    ///
    /// Characters that can't be seen, or that reorder the text around them, are escaped: the literal
    /// means what it shows.
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

    /// Whether the text is between quotes what it is without, as nearly all is.
    private static func isUnescaped(_ text: String) -> Bool {
        for scalar in text.unicodeScalars where !scalar.isUnescapedASCII { return false }
        return true
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: true
        // The compiler takes U+FDD0 to U+FDEF as they are, but not as escapes.
        case .unassigned: !(0xFDD0...0xFDEF ~= scalar.value)
        default: false
        }
    }
}
