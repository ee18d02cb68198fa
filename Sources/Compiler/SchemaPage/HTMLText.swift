/// Text in HTML.
enum HTMLText {
    /// Returns a text for the contents of an element.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// Returns JSON for the contents of a script element, which ends at `</script>`, and can't be
    /// escaped as other elements. Outside of strings, JSON has no `<`.
    static func inScript(_ json: String) -> String {
        let parts = Array(json.utf8).split(
            separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        return String(decoding: Array(parts.joined(separator: "\\u003C".utf8)), as: UTF8.self)
    }
}
