import CSQLite

/// A connection to a file, with its statements. One thread at a time uses it.
final class Connection {
    private let handle: OpaquePointer
    private var statements = [Statement?](repeating: nil, count: SQL.allCases.count)

    /// The ``dataVersion()`` whose changes have been read.
    var lastDataVersion: Int64?

    /// The state of a file that is read without locks; `nil` if it is locked, as usual.
    ///
    /// The connection is of no use once the file has another state.
    var unlockedState: FileState?

    /// - Parameter flags: of `sqlite3_open_v2`.
    init(_ path: String, flags: Int32) throws {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else { throw SQLiteFailure(code, "there is no memory left") }
        self.handle = handle
        if code != SQLITE_OK { throw SQLiteFailure(handle) }
    }

    deinit {
        // Statements that aren't finalized yet keep what they need until they are.
        sqlite3_close_v2(handle)
    }

    /// Waits for other processes that write, for so many milliseconds at most.
    func setBusyTimeout(milliseconds: Int32) {
        sqlite3_busy_timeout(handle, milliseconds)
    }

    /// Ends statements with `SQLITE_INTERRUPT` once their task is cancelled; `nil` lets them go on.
    ///
    /// - Parameter interruption: has to live until it is replaced.
    func setInterruption(_ interruption: Interruption?) {
        let context = interruption.map { Unmanaged.passUnretained($0).toOpaque() }
        // As many steps take less than a millisecond.
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

    /// Whether the system lets the file be read only.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// The first bytes of the file, as they are, whatever its log and its journal say; 0 past its end.
    func start(count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let code = csqlite_read_start(handle, &bytes, Int32(count))
        if code != SQLITE_OK { throw SQLiteFailure(code, "its first bytes can't be read") }
        return bytes
    }

    /// How many rows the latest statement has changed.
    var changedRows: Int { Int(sqlite3_changes(handle)) }

    /// The number of the row that was inserted last.
    var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }
}

extension Connection {
    /// A statement that is kept.
    func statement(_ sql: SQL) throws -> Statement {
        if let statement = statements[sql.rawValue] { return statement }
        let statement = try Statement(sql.text, on: handle)
        statements[sql.rawValue] = statement
        return statement
    }

    func run(_ sql: SQL) throws {
        try statement(sql).run()
    }

    /// A statement that is needed once.
    func prepared(_ text: String) throws -> Statement {
        try Statement(text, on: handle)
    }

    /// Runs a statement that is needed once.
    func run(_ text: String) throws {
        try prepared(text).run()
    }

    /// What a `PRAGMA` says.
    func integer(_ text: String) throws -> Int64 {
        try row(of: text) { $0.integer(at: 0) }
    }

    /// What a `PRAGMA` says.
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
    /// Reads all from one state of the database.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction(.begin, body)
    }

    /// Writes all or, if the body throws, nothing.
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
            // SQLite itself has rolled back after some errors. If this fails, closing does it.
            if sqlite3_get_autocommit(handle) == 0 { try? run(.rollback) }
            throw error
        }
    }
}
