import PathSchema

/// Text in a Mermaid diagram.
enum MermaidText {
    /// The text in a form that means itself wherever a diagram has text.
    ///
    /// Mermaid reads its own syntax, then Markdown, then HTML in a label, each with characters and words
    /// of its own (`end`, `direction LR`, `__name__`, `<b>`). So what is no letter or digit, nor between
    /// two as in `user-posts`, is written as an entity, which is replaced last of all: `#60;`.
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
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    private static func isSyntax(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        // Mermaid keeps entities as "ﬂ°…¶ß" until they are replaced.
        case "°", "¶": true
        default: scalar.isASCII && !isLetterDigitOrSlash(UInt8(ascii: scalar))
        }
    }
}
