import PathSchema

/// Writes changes as text, one line each.
///
/// ```
/// breaking   data     players/<playerId>/score  Int → String: stored values don't decode
/// safe                rooms/<roomId>/color      added
/// ```
package enum DiffText {
    /// The limit for the column of the paths. Longer paths move only their own line's rest.
    private static let maximumWidth = 48

    package static func lines(_ changes: [Change]) -> String {
        let width =
            changes.map { Visible.width(of: Visible.text($0.path)) }
            .filter { $0 <= maximumWidth }.max() ?? 0
        return changes.map { change in
            let path = Visible.text(change.path)
            let padding = max(0, width - Visible.width(of: path))
            return padded(change.severity.rawValue, to: 11)
                + padded(change.audience?.rawValue ?? "", to: 9)
                + path + String(repeating: " ", count: padding + 2) + text(of: change) + "\n"
        }
        .joined()
    }

    /// Returns the line of a change with single spaces, by which changes are accepted.
    static func words(of change: Change) -> String {
        let columns = [change.severity.rawValue, change.audience?.rawValue ?? ""]
        return words(
            in: columns.joined(separator: " ") + " " + Visible.text(change.path) + " "
                + text(of: change))
    }

    static func words(in line: some StringProtocol) -> String {
        line.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }

    private static func text(of change: Change) -> String {
        Visible.text(change.summary + (change.reason.map { ": \($0)" } ?? ""))
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.utf8.count))
    }
}
