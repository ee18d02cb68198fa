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
        let comparison = SchemaComparison(from: old, to: new)
        let source = SourceComparison(from: old, to: new)
        let documents = DocumentComparison(from: old, to: new)
        changes = Self.ordered(comparison.changes + source.changes + documents.changes)
        possibleRenames = comparison.possibleRenames
    }

    /// Orders changes by severity, path and audience, without those that are safe at a path that has
    /// others.
    private static func ordered(_ changes: [Change]) -> [Change] {
        let unsafePaths = Set(changes.lazy.filter { $0.severity != .safe }.map(\.path))
        var positions: [String: Int] = [:]
        for change in changes where positions[change.path] == nil {
            positions[change.path] = positions.count
        }
        var ordered: [Change] = []
        for severity in Severity.allCases.reversed() {
            let all = changes.filter { change in
                change.severity == severity
                    && (severity != .safe || !unsafePaths.contains(change.path))
            }
            let byPath = Dictionary(grouping: all, by: \.path)
                .sorted { (positions[$0.key] ?? 0) < (positions[$1.key] ?? 0) }
            for (_, changes) in byPath {
                ordered += changes.filter { $0.audience == nil }
                for audience in Audience.allCases {
                    ordered += changes.filter { $0.audience == audience }
                }
            }
        }
        return ordered
    }
}
