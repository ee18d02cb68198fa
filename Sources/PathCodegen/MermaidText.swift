import PathSchema

/// Text in a Mermaid diagram.
enum MermaidText {
    /// The text in a form that means itself wherever a diagram has text.
    ///
    /// Mermaid reads its own syntax, then Markdown, then HTML in a label, each with characters and words
    /// of its own (`end`, `direction LR`, `__name__`, `<b>`). So what is no letter or digit is written
    /// as the entity of its number, which is replaced last of all: `#60;`.
    static func escaped(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isPlain) else { return text }
        var escaped = ""
        for scalar in Visible.text(text).unicodeScalars {
            switch scalar {
            case "<": escaped += "#lt;"
            case ">": escaped += "#gt;"
            case _ where isSyntax(scalar): escaped += "#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
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
        default: scalar.isASCII && !isPlain(UInt8(ascii: scalar))
        }
    }
}
