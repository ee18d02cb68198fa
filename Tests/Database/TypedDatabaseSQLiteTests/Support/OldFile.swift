import TypedDatabase

@testable import TypedDatabaseSQLite

/// A file as earlier versions wrote it, with a row for each scalar.
///
/// The statements are those of the versions, and stay as they are.
enum OldFile {
    private static let versions = [
        [
            "PRAGMA application_id = 1414546498",
            "CREATE TABLE leaf (path BLOB PRIMARY KEY NOT NULL, value NOT NULL) WITHOUT ROWID",
            "CREATE TABLE change (seq INTEGER PRIMARY KEY, path BLOB NOT NULL)",
            "PRAGMA user_version = 1",
        ],
        [
            "CREATE TABLE child_index "
                + "(number INTEGER PRIMARY KEY, collection TEXT NOT NULL, child TEXT NOT NULL)",
            "CREATE TABLE indexed_child "
                + "(number INTEGER NOT NULL, collection BLOB NOT NULL, position BLOB NOT NULL, "
                + "PRIMARY KEY (number, collection, position)) WITHOUT ROWID",
            "PRAGMA user_version = 2",
        ],
    ]

    /// - Parameter version: 1, or 2, which can have indexes.
    static func make(_ path: String, version: Int, _ value: TreeValue?) throws {
        let connection = try Connection(path, flags: 6)
        _ = try connection.text("PRAGMA journal_mode = wal")
        for statement in versions.prefix(version).joined() { try connection.run(statement) }
        let insert = try connection.prepared("INSERT INTO leaf (path, value) VALUES (?, ?)")
        try connection.transaction {
            if let value { try write(value, at: .root, insert) }
        }
    }

    private static func write(_ value: TreeValue, at place: TreePlace, _ insert: Statement) throws {
        guard case .children(let children) = value else {
            return try insert.run(with: PathBytes(place).bytes, value)
        }
        for (key, child) in children { try write(child, at: place.appending(key), insert) }
    }
}

extension Connection {
    /// The rows of the table of values, as SQLite writes them.
    func rowTexts() throws -> [String] {
        let statement = try prepared("SELECT hex(path) || ' ' || quote(value) FROM subtree")
        var rows: [String] = []
        while try statement.step() { rows.append(try statement.text(at: 0)) }
        return rows
    }
}
