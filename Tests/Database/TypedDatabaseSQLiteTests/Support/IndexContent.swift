import CSQLite
import TypedDatabase

@testable import TypedDatabaseSQLite

/// A row of an index.
struct IndexRow: Hashable {
    let index: ChildIndex
    let entry: IndexEntry
}

extension Connection {
    /// The rows of all indexes.
    func indexRows() throws -> Set<IndexRow> {
        let indexes = Dictionary(
            uniqueKeysWithValues: try keptIndexes().map { ($0.number, $0.index) })
        let statement = try prepared("SELECT number, collection, position FROM indexed_child")
        var rows: Set<IndexRow> = []
        while try statement.step() {
            let entry = IndexEntry(
                collection: Array(statement.bytes(at: 1)), position: Array(statement.bytes(at: 2)))
            guard let index = indexes[statement.integer(at: 0)] else {
                throw SQLiteFailure.damage("there are entries of no index")
            }
            rows.insert(IndexRow(index: index, entry: entry))
        }
        return rows
    }

    /// The rows that the values call for.
    func expectedIndexRows() throws -> Set<IndexRow> {
        let root = try value(at: .root)
        return Set(
            try keptIndexes().flatMap { kept in
                collections(at: kept.index.collection, in: root).flatMap { place, value in
                    value.children.map { key, child in
                        let order = OrderBytes(TreeValue?(child)[kept.index.child])
                        return IndexRow(index: kept.index, entry: IndexEntry(key, order, in: place))
                    }
                }
            })
    }

    private func collections(
        at pattern: [TreeKey?], in root: TreeValue?
    ) -> [(TreePlace, TreeValue)] {
        guard let root else { return [] }
        return pattern.reduce([(.root, root)]) { places, key in
            places.flatMap { place, value in
                value.children.filter { key == nil || $0.key == key }
                    .map { (place.appending($0.key), $0.value) }
            }
        }
    }
}

// MARK: - Rows

extension Connection {
    /// Inserts rows that the engine doesn't write, with right check sums.
    ///
    /// - Parameter rows: a query for paths and values.
    func insertRows(_ rows: String) throws {
        try run("CREATE TEMP TABLE raw (path, value)")
        try run("INSERT INTO raw \(rows)")
        let statement = try prepared(
            "SELECT rowid, CAST(path AS BLOB), typeof(value), CAST(value AS BLOB), value FROM raw")
        while try statement.step() {
            let path = statement.bytes(at: 1)
            let checksum =
                switch try statement.text(at: 2) {
                case "integer":
                    Checksum.ofNumber(
                        UInt64(bitPattern: statement.integer(at: 4)), SQLITE_INTEGER, at: path)
                case "real": Checksum.ofNumber(Double.infinity.bitPattern, SQLITE_FLOAT, at: path)
                case "text": Checksum.ofBytes(statement.bytes(at: 3), SQLITE_TEXT, at: path)
                default: Checksum.ofBytes(statement.bytes(at: 3), SQLITE_BLOB, at: path)
                }
            try run(
                "INSERT INTO subtree SELECT path, \(checksum), value FROM raw "
                    + "WHERE rowid = \(statement.integer(at: 0))")
        }
        statement.reset()
        try run("DROP TABLE temp.raw")
    }
}
