import CSQLite

/// A connection to a file, with its prepared statements.
final class SQLiteConnection {
    private var connection: OpaquePointer?
    private var statements: [OpaquePointer?] = []

    init(_ path: String) throws {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK else { throw failure }
    }

    deinit {
        close()
    }

    /// Closes the file, after which nothing else is called.
    func close() {
        for statement in statements { sqlite3_finalize(statement) }
        sqlite3_close_v2(connection)
        (statements, connection) = ([], nil)
    }

    /// Returns a statement that is kept for later.
    func prepare(_ sql: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v3(connection, sql, -1, 1, &statement, nil) == SQLITE_OK else {
            throw failure
        }
        statements.append(statement)
        return statement
    }

    /// Runs a statement, ignoring its rows.
    func run(_ sql: String) throws {
        _ = try rows(of: prepare(sql)) { _ in }
    }

    /// Runs a statement without rows.
    func step(_ statement: OpaquePointer?) throws {
        defer { sqlite3_reset(statement) }
        guard sqlite3_step(statement) == SQLITE_DONE else { throw failure }
    }

    func rows<Value>(
        of statement: OpaquePointer?, _ value: (OpaquePointer?) -> Value
    ) throws -> [Value] {
        defer { sqlite3_reset(statement) }
        var values: [Value] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: values.append(value(statement))
            case SQLITE_DONE: return values
            default: throw failure
            }
        }
    }

    private var failure: CommandFailure {
        CommandFailure("SQLite: \(String(cString: sqlite3_errmsg(connection)))")
    }
}
