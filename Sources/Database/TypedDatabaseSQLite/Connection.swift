import CSQLite

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

    /// The number of rows that the latest statement has changed.
    var changedRows: Int { Int(sqlite3_changes(handle)) }

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
