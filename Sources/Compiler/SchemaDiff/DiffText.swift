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

// MARK: - Accepted changes

/// The changes that a team has agreed to, one line each, as ``DiffText`` writes them.
///
/// The number of spaces between words doesn't matter. Blank lines, and lines that begin with `#`,
/// are skipped.
package struct AcceptedChanges {
    /// The line numbers by the words of the line.
    private var numbers: [String: Int] = [:]
    private var used: Set<String> = []

    package init(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let words = DiffText.words(in: line)
            if !words.isEmpty, words.first != "#" { numbers[words] = index + 1 }
        }
    }

    /// Returns whether a change is accepted, and notes that its line is used.
    package mutating func accepts(_ change: Change) -> Bool {
        let words = DiffText.words(of: change)
        guard numbers[words] != nil else { return false }
        used.insert(words)
        return true
    }

    /// The lines of changes that haven't happened.
    package var unused: [(number: Int, text: String)] {
        numbers.filter { !used.contains($0.key) }.map { ($0.value, $0.key) }
            .sorted { $0.number < $1.number }
    }
}

// MARK: - JSON

/// Writes comparisons as JSON for other tools. Documentation/ChangingASchema.md defines the fields.
package enum DiffJSON {
    /// A comparison with one of the old schemas.
    package struct Comparison {
        /// The name of the old schema.
        package let old: String
        package let diff: SchemaDiff
        package let changes: [(change: Change, isAccepted: Bool)]

        package init(
            old: String, diff: SchemaDiff, changes: [(change: Change, isAccepted: Bool)]
        ) {
            self.old = old
            self.diff = diff
            self.changes = changes
        }
    }

    private static let version = 1

    /// - Parameter fails: whether the exit status is 1.
    package static func document(_ comparisons: [Comparison], fails: Bool) -> String {
        let texts = comparisons.map { comparison in
            """
                {
                  "old": \(JSONText.quoted(comparison.old)),
                  "changes": \(list(comparison.changes.map { object($0, isAccepted: $1) })),
                  "possibleRenames": \(list(comparison.diff.possibleRenames.map(object)))
                }
            """
        }
        return """
            {
              "version": \(version),
              "fails": \(fails),
              "comparisons": [
            \(texts.joined(separator: ",\n"))
              ]
            }

            """
    }

    private static func object(_ change: Change, isAccepted: Bool) -> String {
        let audience = change.audience.map { JSONText.quoted($0.rawValue) } ?? "null"
        let reason = change.reason.map(JSONText.quoted) ?? "null"
        return "{\"severity\": \"\(change.severity.rawValue)\", \"audience\": \(audience), "
            + "\"kind\": \"\(change.kind.rawValue)\", \"path\": \(JSONText.quoted(change.path)), "
            + "\"summary\": \(JSONText.quoted(change.summary)), \"reason\": \(reason), "
            + "\"accepted\": \(isAccepted)}"
    }

    private static func object(_ rename: SchemaDiff.PossibleRename) -> String {
        "{\"path\": \(JSONText.quoted(rename.path)), \"oldKey\": \(JSONText.quoted(rename.oldKey)), "
            + "\"newKey\": \(JSONText.quoted(rename.newKey))}"
    }

    private static func list(_ objects: [String]) -> String {
        objects.isEmpty
            ? "[]" : "[\n\(objects.map { "        \($0)" }.joined(separator: ",\n"))\n      ]"
    }
}
