import CSQLite
import Foundation
import TypedDatabase

/// A connection to a file, with its statements. One thread uses it at a time.
final class Connection {
    private let handle: OpaquePointer
    private var statements = [Statement?](repeating: nil, count: SQL.allCases.count)

    /// The latest ``dataVersion()`` whose changes have been read.
    var lastDataVersion: Int64?

    /// The sizes at which rows are split and packed.
    var limits = RowLimits()

    /// The state of a file that is read without locks; `nil` if the connection takes locks, as
    /// usual.
    ///
    /// The connection becomes useless when the file's state changes.
    var unlockedState: FileState?

    /// - Parameter flags: the flags of `sqlite3_open_v2`.
    init(_ path: String, flags: Int32) throws {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else { throw SQLiteFailure(code, "there is no memory left") }
        self.handle = handle
        if code != SQLITE_OK { throw SQLiteFailure(handle) }
    }

    deinit {
        // Unfinalized statements keep the connection's resources until they are finalized.
        sqlite3_close_v2(handle)
    }

    /// Sets the maximum wait for other processes' writes.
    func setBusyTimeout(milliseconds: Int32) {
        sqlite3_busy_timeout(handle, milliseconds)
    }

    /// Sets the interruption that ends statements with `SQLITE_INTERRUPT` once their task is
    /// cancelled; `nil` for none.
    ///
    /// - Parameter interruption: an object that has to outlive its use.
    func setInterruption(_ interruption: Interruption?) {
        let context = interruption.map { Unmanaged.passUnretained($0).toOpaque() }
        // This number of steps takes less than a millisecond.
        let interval: Int32 = context == nil ? 0 : 10_000
        sqlite3_progress_handler(
            handle, interval,
            { context in
                guard let context else { return 0 }
                let interruption = Unmanaged<Interruption>.fromOpaque(context)
                return interruption.takeUnretainedValue().isCancelled ? 1 : 0
            }, context)
    }

    /// Whether the file is no longer at its path: deleted, moved, or replaced by another.
    var hasMoved: Bool { csqlite_has_moved(handle) != 0 }

    /// Whether the system permits only reading the file.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Returns the first bytes of the file, bypassing its log and its journal; 0 past its end.
    func start(count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let code = csqlite_read_start(handle, &bytes, Int32(count))
        if code != SQLITE_OK { throw SQLiteFailure(code, "its first bytes can't be read") }
        return bytes
    }

    /// The number of the latest inserted row.
    var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }
}

extension Connection {
    /// Returns a statement, which is kept for later.
    func statement(_ sql: SQL) throws -> Statement {
        if let statement = statements[sql.rawValue] { return statement }
        let statement = try Statement(sql.text, on: handle)
        statements[sql.rawValue] = statement
        return statement
    }

    /// Runs a statement, ignoring its rows.
    func run(_ sql: SQL, _ parameters: [Statement.Parameter] = []) throws {
        let statement = try statement(sql)
        try statement.bind(parameters)
        try statement.run()
    }

    /// Calls a closure with the statement at its first row; returns `nil` without rows.
    func first<Value>(
        _ sql: SQL, _ parameters: [Statement.Parameter] = [], value: (Statement) throws -> Value
    ) throws -> Value? {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(parameters)
        return try statement.step() ? value(statement) : nil
    }

    /// Returns a statement for a single use.
    func prepared(_ text: String) throws -> Statement {
        try Statement(text, on: handle)
    }

    /// Runs a statement once.
    func run(_ text: String) throws {
        try prepared(text).run()
    }

    /// Returns the integer result of a `PRAGMA`.
    func integer(_ text: String) throws -> Int64 {
        try row(of: text) { $0.integer(at: 0) }
    }

    /// Returns the text result of a `PRAGMA`.
    func text(_ text: String) throws -> String {
        try row(of: text) { try $0.text(at: 0) }
    }

    private func row<Value>(
        of text: String, _ value: (Statement) throws -> Value
    ) throws -> Value {
        let statement = try prepared(text)
        guard try statement.step() else { throw SQLiteFailure.damage("\(text) says nothing") }
        return try value(statement)
    }
}

// MARK: - Transactions

extension Connection {
    /// Runs a closure whose reads are all of one state of the database.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction(.begin, body)
    }

    /// Runs a closure whose writes are committed, or rolled back if it throws.
    @discardableResult
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction(.beginImmediate, body)
    }

    private func transaction<Result>(_ begin: SQL, _ body: () throws -> Result) throws -> Result {
        try run(begin)
        do {
            let result = try body()
            try run(.commit)
            return result
        } catch {
            // SQLite itself rolls back after some errors. If this fails, closing the connection
            // rolls back.
            if sqlite3_get_autocommit(handle) == 0 { try? run(.rollback) }
            throw error
        }
    }
}

// MARK: - Statements

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

// MARK: - Failures

/// A result of SQLite other than `SQLITE_OK`.
struct SQLiteFailure: Error {
    /// https://sqlite.org/rescode.html#extrc
    let extendedCode: Int32

    /// The system's `errno`, if a system call failed.
    let systemError: Int32

    let message: String

    /// The system's errors for a lack of space: on the disk, in a quota, below a limit.
    private static let noRoom = [ENOSPC, EDQUOT, EFBIG]

    /// The failure of the latest call with a connection.
    init(_ connection: OpaquePointer) {
        // SQLite doesn't keep the system's error of a commit.
        let latest = errno
        let kept = sqlite3_system_errno(connection)
        systemError = kept == 0 && Self.noRoom.contains(latest) ? latest : kept
        extendedCode = sqlite3_extended_errcode(connection)
        message = String(cString: sqlite3_errmsg(connection))
    }

    /// A failure that this library detects.
    init(_ code: Int32, _ message: String) {
        extendedCode = code
        systemError = 0
        self.message = message
    }

    static func damage(_ message: String) -> SQLiteFailure {
        SQLiteFailure(SQLITE_CORRUPT, message)
    }

    var code: Int32 { extendedCode & 0xFF }

    /// Whether a cancelled task has ended the statement.
    var isInterruption: Bool { code == SQLITE_INTERRUPT }
}

extension SQLiteFailure {
    /// Whether the connection is still usable.
    ///
    /// Otherwise the next call makes a new one, which works if the cause is gone.
    var leavesConnectionUsable: Bool {
        [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL].contains(code)
    }

    /// Returns the failure as an error for apps.
    func error(in file: String) -> TreeDatabaseError {
        switch code {
        case SQLITE_NOTADB:
            TreeDatabaseError(.unsuitableFile, "\(file) isn't a database")
        case SQLITE_FULL:
            diskFull(file)
        case SQLITE_IOERR where Self.noRoom.contains(systemError):
            diskFull(file)
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
            TreeDatabaseError(
                .unavailable,
                "\(file) is in use: another process has been writing to it for longer than the "
                    + "busy timeout; try again")
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY:
            TreeDatabaseError(.unreachableFile, "\(file) can't be read and written: \(reason)")
        default:
            TreeDatabaseError(
                .damagedFile,
                "\(file) is damaged: \(reason); checkIntegrity() lists what else is; replace it by a "
                    + "backup")
        }
    }

    private func diskFull(_ file: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .diskFull, "there is no room for what is to be written to \(file); nothing of it was")
    }

    /// SQLite's message, followed by the system's if it has one.
    private var reason: String {
        guard systemError != 0 else { return message }
        return "\(message) (\(String(cString: strerror(systemError))))"
    }
}
