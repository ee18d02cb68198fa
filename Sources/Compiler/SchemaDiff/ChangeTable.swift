/// Writes the table of changes for the documentation.
package enum ChangeTable {
    /// The table in Markdown, one row for each kind of change.
    package static var markdown: String {
        let audiences = Audience.allCases
        let head = ["change", "example"] + audiences.map(\.rawValue)
        let rows = ChangeKind.allCases.map { kind in
            [kind.row.title, kind.row.example]
                + audiences.map { audience in
                    kind.consequences[audience].map {
                        "**\($0.severity.rawValue)**: \($0.reason)"
                    } ?? "safe"
                }
        }
        return ([head, head.map { _ in "---" }] + rows)
            .map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
}
