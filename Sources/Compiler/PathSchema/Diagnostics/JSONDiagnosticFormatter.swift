/// Formats diagnostics for other tools, as one JSON object per line.
///
/// ```json
/// {"severity":"error","message":"…","file":"chat.json","line":5,"column":23,"endLine":5,"endColumn":32,"notes":[…]}
/// ```
///
/// Lines and columns count from 1, columns in bytes of UTF-8; the end is after the last byte. A
/// note has a `message`, and the same place members if it has a place of its own.
package struct JSONDiagnosticFormatter {
    private let sources: [SourceText]
    private let lines: [SourceLines]

    package init(sources: [SourceText]) {
        self.sources = sources
        self.lines = sources.map(SourceLines.init)
    }

    /// Formats a diagnostic as one line, with its line break.
    package func format(_ diagnostic: Diagnostic) -> String {
        let notes = diagnostic.notes.map { note in
            "{" + members(message: note.message, range: note.range).joined(separator: ",") + "}"
        }
        let all =
            ["\"severity\":\(JSONText.quoted(diagnostic.severity.rawValue))"]
            + members(message: diagnostic.message, range: diagnostic.range)
            + ["\"notes\":[\(notes.joined(separator: ","))]"]
        return "{\(all.joined(separator: ","))}\n"
    }

    /// Formats a diagnostic without a place in a schema as one line: an unreadable file, or an
    /// invalid command line.
    package static func format(
        severity: String, message: String, file: String?,
        at position: (line: Int, column: Int)? = nil
    ) -> String {
        var file = file.map { ",\"file\":\(JSONText.quoted($0))" } ?? ""
        if let position { file += ",\"line\":\(position.line),\"column\":\(position.column)" }
        return "{\"severity\":\(JSONText.quoted(severity)),"
            + "\"message\":\(JSONText.quoted(message))\(file),\"notes\":[]}\n"
    }

    private func members(message: String, range: SourceRange?) -> [String] {
        var members = ["\"message\":\(JSONText.quoted(message))"]
        if let range {
            let lines = lines[range.source]
            let start = lines.position(of: range.lower)
            let end = lines.position(of: range.upper)
            members += [
                "\"file\":\(JSONText.quoted(sources[range.source].name))",
                "\"line\":\(start.line)", "\"column\":\(start.column)",
                "\"endLine\":\(end.line)", "\"endColumn\":\(end.column)",
            ]
        }
        return members
    }
}
