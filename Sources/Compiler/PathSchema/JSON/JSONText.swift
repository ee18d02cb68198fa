/// Writes JSON.
package enum JSONText {
    /// Returns the text as a JSON string, quotes included (RFC 8259, section 7).
    package static func quoted(_ text: String) -> String {
        guard !text.unicodeScalars.allSatisfy(\.isUnescapedASCII) else { return "\"\(text)\"" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                quoted += "\\u" + scalar.hexadecimal
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
