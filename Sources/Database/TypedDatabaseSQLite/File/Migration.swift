/// The statements that migrate a file from one version to the next.
struct Migration: Sendable {
    let statements: [String]

    /// The last format that no release had. Such files aren't opened.
    static let lastUnreleased: Int64 = 4

    /// The migration from version ``lastUnreleased``, which is an empty file, to the next, and so on.
    ///
    /// Released migrations stay as they are; a change to the tables is a new one at the end.
    static let all = [
        Migration(statements: [
            // The value column has no type, since a declared one would convert values. The check sum
            // precedes it: after a long value, it would be on another page.
            """
            CREATE TABLE subtree
            (path BLOB PRIMARY KEY NOT NULL, checksum INTEGER NOT NULL, value NOT NULL)
            WITHOUT ROWID
            """,
            "CREATE TABLE change (seq INTEGER PRIMARY KEY, path BLOB NOT NULL)",
            """
            CREATE TABLE child_index
            (number INTEGER PRIMARY KEY, collection TEXT NOT NULL, child TEXT NOT NULL)
            """,
            """
            CREATE TABLE indexed_child
            (number INTEGER NOT NULL, collection BLOB NOT NULL, position BLOB NOT NULL,
            PRIMARY KEY (number, collection, position)) WITHOUT ROWID
            """,
        ])
    ]
}
