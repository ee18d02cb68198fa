/// The statements that a connection prepares once, when they are first needed.
enum SQL: Int, CaseIterable {
    case begin, beginImmediate, commit, rollback

    /// Rows of a range of paths, in either direction.
    case leaves, leavesDescending
    /// The same, without the values.
    case paths, pathsDescending
    /// The scalar at a path.
    case scalar
    /// The path that comes before a path.
    case pathBefore

    case insertLeaf, removeLeaf, removeLeaves

    case dataVersion, lastChange, changes, insertChange, removeChanges
}

extension SQL {
    var text: String {
        switch self {
        case .begin: "BEGIN"
        case .beginImmediate: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
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
        case .insertLeaf: "INSERT INTO leaf (path, value) VALUES (?, ?)"
        case .removeLeaf: "DELETE FROM leaf WHERE path = ?"
        case .removeLeaves: "DELETE FROM leaf WHERE path >= ? AND path < ?"
        case .dataVersion: "PRAGMA data_version"
        case .lastChange: "SELECT max(seq) FROM change"
        case .changes: "SELECT seq, path FROM change WHERE seq > ? ORDER BY seq"
        case .insertChange: "INSERT INTO change (path) VALUES (?)"
        case .removeChanges: "DELETE FROM change WHERE seq <= ?"
        }
    }
}
