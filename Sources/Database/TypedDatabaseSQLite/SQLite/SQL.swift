/// The statements that a connection prepares once, at their first use.
enum SQL: Int, CaseIterable {
    case begin, beginImmediate, commit, rollback, copy

    /// The rows of a range of paths, in either direction.
    case leaves, leavesDescending
    /// The same rows, without the values.
    case paths, pathsDescending
    /// The scalar at a path.
    case scalar
    /// The preceding path.
    case pathBefore

    case leafCount, insertLeaf, removeLeaf, removeLeaves

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
        case .leaves:
            "SELECT path, value FROM leaf WHERE path >= ? AND path < ? ORDER BY path"
        case .leavesDescending:
            "SELECT path, value FROM leaf WHERE path >= ? AND path < ? ORDER BY path DESC"
        case .paths:
            "SELECT path FROM leaf WHERE path >= ? AND path < ? ORDER BY path"
        case .pathsDescending:
            "SELECT path FROM leaf WHERE path >= ? AND path < ? ORDER BY path DESC"
        case .scalar: "SELECT value FROM leaf WHERE path = ?"
        case .pathBefore: "SELECT path FROM leaf WHERE path < ? ORDER BY path DESC LIMIT 1"
        case .leafCount: "SELECT count(*) FROM leaf WHERE path >= ? AND path < ?"
        case .insertLeaf: "INSERT INTO leaf (path, value) VALUES (?, ?)"
        case .removeLeaf: "DELETE FROM leaf WHERE path = ?"
        case .removeLeaves: "DELETE FROM leaf WHERE path >= ? AND path < ?"
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
}
