import TypedDatabase

@testable import TypedDatabaseSQLite

extension RowLimits {
    /// A row for each scalar.
    static let scalars = RowLimits(maximumCount: 0, packedCount: 0, packedRows: 0)

    /// Rows that are split and packed by most edits of small trees.
    static let small = RowLimits(maximumCount: 24, packedCount: 16, packedRows: 3)

    static let all = [RowLimits(), .small, .scalars]
}

extension SQLiteEngine {
    convenience init(
        at path: String, indexes: [String: [String]]? = nil, limits: RowLimits
    ) throws {
        try self.init(
            DatabaseFile(
                path: path, options: .init(), indexes: try indexes.map(ChildIndex.all),
                limits: limits))
    }
}
