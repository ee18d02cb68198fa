import PathSchema

/// Escapes text in a Mermaid diagram.
enum MermaidText {
    /// Returns the text escaped for any place in a diagram.
    ///
    /// Mermaid parses its own syntax, then Markdown, then HTML in a label, each with special
    /// characters and words (`end`, `direction LR`, `__name__`, `<b>`). Characters other than
    /// letters, digits, and punctuation between two of these as in `user-posts`, are therefore
    /// written as entities such as `#60;`, which Mermaid replaces last.
    static func escaped(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isLetterDigitOrSlash) else { return text }
        let scalars = Array(Visible.text(text).unicodeScalars)
        var escaped = ""
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "<": escaped += "#lt;"
            case ">": escaped += "#gt;"
            case _ where isSyntax(scalar) && !joinsWords(index, in: scalars):
                escaped += "#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func joinsWords(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard ["-", "_", "."].contains(scalars[index]), index > 0, index + 1 < scalars.count else {
            return false
        }
        return isWord(scalars[index - 1]) && isWord(scalars[index + 1])
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "/" && !isSyntax(scalar)
    }

    private static func isLetterDigitOrSlash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || Unicode.Scalar(byte).isASCIILetterOrDigit
    }

    private static func isSyntax(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        // Mermaid stores entities as "ﬂ°…¶ß" until it replaces them.
        case "°", "¶": true
        default: scalar.isASCII && !isLetterDigitOrSlash(UInt8(ascii: scalar))
        }
    }
}
