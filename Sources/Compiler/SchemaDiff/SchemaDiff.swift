import PathSchema

/// The changes from one version of a schema to another, and what they break for whom.
///
/// ```swift
/// let diff = SchemaDiff(from: old, to: new)
/// for change in diff.changes where change.severity == .breaking {
///     print(change.path, change.summary)  // players/<playerId>/score Int → String
/// }
/// ```
package struct SchemaDiff: Sendable {
    /// The changes, the most severe first, and otherwise in the order of the schemas.
    package let changes: [Change]

    /// The pairs of a removed and an added child that may be one child with a new key.
    package let possibleRenames: [PossibleRename]

    /// A removed and an added child of the same shape.
    package struct PossibleRename: Hashable, Comparable, Sendable {
        /// The keys that lead to both.
        package let path: String
        package let oldKey: String
        package let newKey: String

        package static func < (lhs: Self, rhs: Self) -> Bool {
            (lhs.path, lhs.oldKey, lhs.newKey) < (rhs.path, rhs.oldKey, rhs.newKey)
        }
    }

    /// Compares two schemas.
    package init(from old: Schema, to new: Schema) {
        var comparison = SchemaComparison(from: old, to: new)
        comparison.compareOptions()
        comparison.compare(.type(old.root.id), .type(new.root.id), at: "")
        changes = Self.ordered(comparison.changes)
        possibleRenames = comparison.possibleRenames
    }

    /// Orders changes by severity, path and audience, without those that are safe at a path that has
    /// others.
    private static func ordered(_ changes: [Change]) -> [Change] {
        let unsafePaths = Set(changes.lazy.filter { $0.severity != .safe }.map(\.path))
        var ranks: [String: Int] = [:]
        for change in changes where ranks[change.path] == nil { ranks[change.path] = ranks.count }
        return changes.enumerated()
            .filter { $0.element.severity != .safe || !unsafePaths.contains($0.element.path) }
            .map { offset, change in
                let audience = change.audience.flatMap(Audience.allCases.firstIndex) ?? 0
                let rank = (ranks[change.path] ?? 0, audience, offset)
                return (change: change, rank: rank)
            }
            .sorted { first, second in
                first.change.severity == second.change.severity
                    ? first.rank < second.rank : first.change.severity > second.change.severity
            }
            .map(\.change)
    }
}
