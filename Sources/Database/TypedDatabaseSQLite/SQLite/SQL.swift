/// The statements that a connection prepares once, at their first use.
enum SQL: Int, CaseIterable {
    case begin, beginImmediate, commit, rollback, copy

    /// The rows of a range of paths, in either direction, and the last row before them.
    case rows, rowsDescending
    /// The paths of a range's rows, in either direction.
    case paths, pathsDescending
    /// The numbers of bytes of a range's paths, and of their values.
    case rowCounts
    /// The row at a path.
    case row
    /// The last row whose path isn't after another, with its value if that path is in the row.
    case rowAtOrAbove
    /// The first path that isn't before another.
    case pathFrom

    case rowCount, insertRow, replaceRow, removeRow, removeRows

    case dataVersion, lastChange, changes, insertChange, removeChanges

    case indexes, insertIndex, removeIndex
    /// The positions of a collection in an index, in either direction.
    case positions, positionsDescending
    case entry, insertEntry, removeEntry
    /// Removal of an index's entries for a range of collections, and of all its entries.
    case removeEntries, removeAllEntries
    /// Temporary entries while an index is built.
    case insertUnsorted, insertSorted
}

extension SQL {
    var text: String {
        switch self {
        case .begin: "BEGIN"
        case .beginImmediate: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .copy: "VACUUM INTO ?"
        case .rows: Self.selectRows + "ORDER BY path"
        case .rowsDescending: Self.selectRows + "ORDER BY path DESC"
        case .paths:
            "SELECT path FROM subtree WHERE path >= ? AND path < ? ORDER BY path"
        case .pathsDescending:
            "SELECT path FROM subtree WHERE path >= ? AND path < ? ORDER BY path DESC"
        case .rowCounts:
            "SELECT length(path), CASE typeof(value) WHEN 'blob' THEN length(value) "
                + "WHEN 'text' THEN length(CAST(value AS BLOB)) ELSE 8 END "
                + "FROM subtree WHERE path >= ? AND path < ?"
        case .row: "SELECT path, checksum, value FROM subtree WHERE path = ?"
        case .rowAtOrAbove:
            "SELECT path, checksum, CASE WHEN path = ?1 OR substr(?1, 1, length(path)) = path "
                + "THEN value END FROM subtree WHERE path <= ?1 ORDER BY path DESC LIMIT 1"
        case .pathFrom: "SELECT path FROM subtree WHERE path >= ? ORDER BY path LIMIT 1"
        case .rowCount: "SELECT count(*) FROM subtree WHERE path >= ? AND path < ?"
        case .insertRow: "INSERT INTO subtree (path, checksum, value) VALUES (?, ?, ?)"
        case .replaceRow: "REPLACE INTO subtree (path, checksum, value) VALUES (?, ?, ?)"
        case .removeRow: "DELETE FROM subtree WHERE path = ?"
        case .removeRows: "DELETE FROM subtree WHERE path >= ? AND path < ?"
        case .dataVersion: "PRAGMA data_version"
        case .lastChange: "SELECT max(seq) FROM change"
        case .changes: "SELECT seq, path FROM change WHERE seq > ? ORDER BY seq"
        case .insertChange: "INSERT INTO change (path) VALUES (?)"
        case .removeChanges: "DELETE FROM change WHERE seq <= ?"
        case .indexes: "SELECT number, collection, child FROM child_index"
        case .insertIndex: "INSERT INTO child_index (collection, child) VALUES (?, ?)"
        case .removeIndex: "DELETE FROM child_index WHERE number = ?"
        case .positions:
            "SELECT position FROM indexed_child WHERE position >= ?1 AND position < ?2 "
                + "AND number = ?3 AND collection = ?4 ORDER BY position"
        case .positionsDescending:
            "SELECT position FROM indexed_child WHERE position >= ?1 AND position < ?2 "
                + "AND number = ?3 AND collection = ?4 ORDER BY position DESC"
        case .entry:
            "SELECT 1 FROM indexed_child WHERE collection = ? AND position = ? AND number = ?"
        case .insertEntry:
            "INSERT INTO indexed_child (collection, position, number) VALUES (?, ?, ?)"
        case .removeEntry:
            "DELETE FROM indexed_child WHERE collection = ? AND position = ? AND number = ?"
        case .removeEntries:
            "DELETE FROM indexed_child WHERE collection >= ? AND collection < ? AND number = ?"
        case .removeAllEntries: "DELETE FROM indexed_child WHERE number = ?"
        case .insertUnsorted: "INSERT INTO unsorted (collection, position) VALUES (?, ?)"
        case .insertSorted:
            "INSERT INTO indexed_child SELECT ?, collection, position FROM unsorted "
                + "ORDER BY collection, position"
        }
    }

    private static let selectRows =
        "SELECT path, checksum, value FROM subtree WHERE path >= coalesce((SELECT path FROM subtree "
        + "WHERE path <= ?1 ORDER BY path DESC LIMIT 1), ?1) AND path < ?2 "
}
