/// The statements that migrate a file from one version to the next.
struct Migration: Sendable {
    let statements: [String]

    /// The version of a file whose rows are being packed. It can be read and written as those of
    /// the next version can.
    static let packing: Int64 = 3

    /// The migration from version 0, which is an empty file, to version 1, and so on.
    ///
    /// Released migrations stay as they are; a change to the tables is a new one at the end.
    static let all = [
        Migration(statements: [
            // The value column has no type, since a declared one would convert values. A Bool is
            // one byte.
            "CREATE TABLE leaf (path BLOB PRIMARY KEY NOT NULL, value NOT NULL) WITHOUT ROWID",
            "CREATE TABLE change (seq INTEGER PRIMARY KEY, path BLOB NOT NULL)",
        ]),
        Migration(statements: [
            """
            CREATE TABLE child_index
            (number INTEGER PRIMARY KEY, collection TEXT NOT NULL, child TEXT NOT NULL)
            """,
            """
            CREATE TABLE indexed_child
            (number INTEGER NOT NULL, collection BLOB NOT NULL, position BLOB NOT NULL,
            PRIMARY KEY (number, collection, position)) WITHOUT ROWID
            """,
        ]),
        // The table's name differs, since the version before would damage packed rows. Its rows are
        // packed before the next migration, in steps: see `FilePacking`.
        Migration(statements: [
            "ALTER TABLE leaf RENAME TO subtree",
            "CREATE TABLE packing (path BLOB NOT NULL)",
            "INSERT INTO packing SELECT x'' FROM subtree LIMIT 1",
        ]),
        Migration(statements: ["DROP TABLE packing"]),
    ]
}
