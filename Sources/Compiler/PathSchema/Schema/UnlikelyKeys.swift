/// Warns of valid keys that were probably not intended.
enum UnlikelyKeys {
    /// Warns of leading or trailing white space in a key, and of a placeholder inside of a key.
    static func check(
        _ key: String, at range: SourceRange, reportingTo diagnostics: inout Diagnostics
    ) {
        let trimmed = trimmed(key)
        let problem: String
        let advice: String
        if trimmed != key, !trimmed.isEmpty {
            problem = "the key \(Visible.quoted(key)) has white space at an end"
            advice = "did you mean \"\(trimmed)\"?"
        } else if let placeholder = placeholder(in: key) {
            problem = "\(Visible.quoted(key)) doesn't stand for any key"
            let example = key[..<placeholder.startIndex] + "1" + key[placeholder.endIndex...]
            advice =
                "a placeholder stands for a whole key: \"\(placeholder)\", "
                + "whose keys are such as \"\(example)\""
        } else {
            return
        }
        let wayOut = "if the key is \(Visible.quoted(key)) itself, \"$member\" gives it a name"
        diagnostics.warning(problem, at: range, advice: advice, wayOut)
    }

    private static func trimmed(_ key: String) -> String {
        var scalars = key.unicodeScalars[...]
        while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        return String(scalars)
    }

    /// Returns a placeholder inside of a key, such as `<id>` in `user_<id>`.
    private static func placeholder(in key: String) -> Substring? {
        guard let open = key.firstIndex(of: "<"), let close = key[open...].firstIndex(of: ">"),
            key.index(after: open) < close
        else { return nil }
        return key[open...close]
    }
}
