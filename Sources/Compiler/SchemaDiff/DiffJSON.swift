import PathSchema

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
