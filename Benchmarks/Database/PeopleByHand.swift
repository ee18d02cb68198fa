import CSQLite
import Dispatch
import Foundation

extension Benchmark {
    /// Records in a file, against a table of SQLite with a column for each field.
    static let sqliteRecords = Benchmark(
        name: "database-sqlite-records",
        summary: "records of 8 fields, against a table that is read and written by hand"
    ) { session in
        let scale = Scale(small: session.isQuick ? 1000 : 10_000)
        let folder = URL(fileURLWithPath: session.folder["records"])
        return try waitFor {
            let ours = try await Library(in: folder.appendingPathComponent("ours"), scale) {
                try OurPeople(at: $0, isIndexed: $1)
            }
            let byHand = try await Library(in: folder.appendingPathComponent("by hand"), scale) {
                try PeopleByHand(at: $0, isIndexed: $1)
            }
            var figures: [Figure] = []
            for work in Work.all(scale) {
                let costs = try await work.costs(ours, byHand, scale: scale, rounds: 15)
                figures += work.figures(costs)
            }
            return figures
        }.get()
    }
}

extension Work {
    fileprivate func figures(_ costs: [(first: Double, second: Double)]) -> [Figure] {
        let (ours, byHand) = (Samples(costs.map(\.first)), Samples(costs.map(\.second)))
        let unit: Figure.Unit = unit == .bytes ? .bytes : .seconds
        return [
            Figure(name, ours, unit), Figure("  by hand", byHand, unit),
            Figure("  ratio", ours / byHand, .ratio, .atMost(bars.byHand)),
        ]
    }
}

// MARK: - By hand

/// People in a table with a column for each field, read and written by hand: prepared statements
/// and no `Codable`, with a hop to a queue, as an engine has.
// All but the queue is only accessed on the queue, which is serial.
final class PeopleByHand: PeopleStore, @unchecked Sendable {
    private let queue = DispatchQueue(label: "PeopleByHand")
    private let connection: SQLiteConnection
    private let begin, commit, insert, one, from, fromScore, best, all, keys, update: OpaquePointer?

    /// Called after each write.
    private var observers: [() throws -> Void] = []

    init(at path: String, isIndexed: Bool) throws {
        connection = try SQLiteConnection(path)
        for sql in [
            "PRAGMA journal_mode = wal", "PRAGMA synchronous = normal",
            "CREATE TABLE IF NOT EXISTS person (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, "
                + "email TEXT NOT NULL, score INTEGER NOT NULL, level INTEGER NOT NULL, "
                + "rating DOUBLE NOT NULL, isOnline BOOLEAN NOT NULL, joinedAt INTEGER NOT NULL, "
                + "motto TEXT)",
            isIndexed ? "CREATE INDEX IF NOT EXISTS byScore ON person (score)" : nil,
        ].compactMap(\.self) { try connection.run(sql) }
        begin = try connection.prepare("BEGIN IMMEDIATE")
        commit = try connection.prepare("COMMIT")
        insert = try connection.prepare(
            "INSERT OR REPLACE INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        let select = "SELECT * FROM person "
        one = try connection.prepare(select + "WHERE id = ?")
        from = try connection.prepare(select + "WHERE id >= ? ORDER BY id LIMIT ?")
        fromScore = try connection.prepare(select + "WHERE score >= ? ORDER BY score LIMIT ?")
        best = try connection.prepare(select + "ORDER BY score DESC LIMIT 10")
        all = try connection.prepare(select + "ORDER BY id")
        keys = try connection.prepare("SELECT id FROM person ORDER BY id")
        update = try connection.prepare("UPDATE person SET score = ? WHERE id = ?")
    }

    func close() async throws {
        try await hop { $0.connection.close() }
    }

    private func hop<Value: Sendable>(
        _ body: @escaping @Sendable (PeopleByHand) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body(self) }) }
        }
    }
}

// MARK: - Reading

extension PeopleByHand {
    func person(_ key: String) async throws -> Person? {
        try await hop { try $0.readPerson(key) }
    }

    func people(from key: String, limit: Int) async throws -> [Person] {
        try await hop { table in
            bindText(key, to: table.from, 1)
            sqlite3_bind_int64(table.from, 2, Int64(limit))
            return try table.people(table.from)
        }
    }

    func people(fromScore score: Int, limit: Int) async throws -> [Person] {
        try await hop { table in
            sqlite3_bind_int64(table.fromScore, 1, Int64(score))
            sqlite3_bind_int64(table.fromScore, 2, Int64(limit))
            return try table.people(table.fromScore)
        }
    }

    func people() async throws -> [Person] {
        try await hop { try $0.people($0.all) }
    }

    func keys() async throws -> [String] {
        try await hop { table in try table.connection.rows(of: table.keys) { text($0, 0) } }
    }

    private func readPerson(_ key: String) throws -> Person? {
        bindText(key, to: one, 1)
        return try people(one).first
    }

    private func people(_ statement: OpaquePointer?) throws -> [Person] {
        try connection.rows(of: statement, Person.init(row:))
    }
}

// MARK: - Writing

extension PeopleByHand {
    func insert(_ people: [Person]) async throws {
        try await write { table in
            for person in people { try table.save(person) }
        }
    }

    func setScore(_ score: Int, of key: String) async throws {
        try await write { table in
            sqlite3_bind_int64(table.update, 1, Int64(score))
            bindText(key, to: table.update, 2)
            try table.connection.step(table.update)
        }
    }

    func addToScore(of key: String) async throws {
        try await write { table in
            guard var person = try table.readPerson(key) else { return }
            person.score += 1
            try table.save(person)
        }
    }

    private func write(_ body: @escaping @Sendable (PeopleByHand) throws -> Void) async throws {
        try await hop { table in
            try table.connection.step(table.begin)
            try body(table)
            try table.connection.step(table.commit)
            for observer in table.observers { try observer() }
        }
    }

    private func save(_ person: Person) throws {
        person.bind(to: insert)
        try connection.step(insert)
    }
}

// MARK: - Observing

extension PeopleByHand {
    func seconds(toSee scores: Range<Int>, of key: String) async throws -> Double {
        try await secondsToSee(
            scores, in: await observed { try $0.readPerson(key) }, score: { $0?.score },
            write: { try await self.setScore($0, of: key) })
    }

    func seconds(toSeeBest scores: Range<Int>, of keys: [String]) async throws -> Double {
        try await secondsToSee(
            scores, in: await observed { try $0.people($0.best) }, score: { $0.first?.score },
            write: { try await self.setScore($0, of: keys[$0 % keys.count]) })
    }

    /// Returns what a function reads now and after each write. There is one observer at a time.
    private func observed<Value: Sendable>(
        _ read: @escaping @Sendable (PeopleByHand) throws -> Value
    ) async throws -> AsyncStream<Value> {
        let (values, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(1))
        try await hop { table in
            table.observers = [{ continuation.yield(try read(table)) }]
            for observer in table.observers { try observer() }
        }
        return values
    }
}

// MARK: - Columns

extension Person {
    fileprivate init(row: OpaquePointer?) {
        id = text(row, 0)
        name = text(row, 1)
        email = text(row, 2)
        score = Int(sqlite3_column_int64(row, 3))
        level = Int(sqlite3_column_int64(row, 4))
        rating = sqlite3_column_double(row, 5)
        isOnline = sqlite3_column_int64(row, 6) == 1
        joinedAt = Date(timeIntervalSince1970: Double(sqlite3_column_int64(row, 7)) / 1000)
        motto = sqlite3_column_type(row, 8) == SQLITE_TEXT ? text(row, 8) : nil
    }

    fileprivate func bind(to row: OpaquePointer?) {
        bindText(id, to: row, 1)
        bindText(name, to: row, 2)
        bindText(email, to: row, 3)
        sqlite3_bind_int64(row, 4, Int64(score))
        sqlite3_bind_int64(row, 5, Int64(level))
        sqlite3_bind_double(row, 6, rating)
        sqlite3_bind_int64(row, 7, isOnline ? 1 : 0)
        sqlite3_bind_int64(row, 8, Int64(joinedAt.timeIntervalSince1970 * 1000))
        if let motto {
            bindText(motto, to: row, 9)
        } else {
            // Without an address, it is NULL.
            sqlite3_bind_text(row, 9, nil, 0, nil)
        }
    }
}

// MARK: - SQLite

/// A connection to a file, with its prepared statements.
final class SQLiteConnection {
    /// SQLite's option to copy bound bytes.
    static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

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

    /// The error of the latest call.
    var failure: CommandFailure {
        CommandFailure("SQLite: \(String(cString: sqlite3_errmsg(connection)))")
    }
}

/// Returns the text in a column of a row.
func text(_ row: OpaquePointer?, _ column: Int32) -> String {
    let start = sqlite3_column_text(row, column)
    let count = Int(sqlite3_column_bytes(row, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

/// Binds a copy of a text to a parameter.
func bindText(_ text: String, to row: OpaquePointer?, _ index: Int32) {
    sqlite3_bind_text(row, index, text, Int32(text.utf8.count), SQLiteConnection.copies)
}
