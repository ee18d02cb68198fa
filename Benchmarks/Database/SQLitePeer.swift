import CSQLite
import Dispatch
import TypedDatabase

/// A hand-written store of players, with a row for each field under the paths of `SQLiteEngine`'s
/// rows, and the same hop to a queue: prepared statements, and no layer in between.
// All but the queue is only ever touched on the queue, which is serial.
final class SQLitePeer: @unchecked Sendable {
    /// The conversion of a player to rows.
    enum Coding {
        /// By its `Codable` conformance, as the engine does.
        case codable
        /// Field by field, by hand.
        case fields
    }

    private let queue = DispatchQueue(label: "SQLitePeer")
    private let coding: Coding
    private var connection: OpaquePointer?
    private var begin, commit, select, delete, insert: OpaquePointer?

    /// Statements for the index of players by their score, in a file that has it.
    private var best, worst, score, removeEntry, insertEntry: OpaquePointer?

    /// The path of `players`.
    private let collection: [UInt8] = [2] + Array("players".utf8) + [0]

    init(_ path: String, _ coding: Coding) throws {
        self.coding = coding
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK else { throw failure }
        for sql in [
            "PRAGMA journal_mode = wal", "PRAGMA synchronous = normal",
            "CREATE TABLE IF NOT EXISTS leaf"
                + " (path BLOB PRIMARY KEY NOT NULL, value NOT NULL) WITHOUT ROWID",
        ] {
            let statement = try prepare(sql)
            while sqlite3_step(statement) == SQLITE_ROW {}
            sqlite3_finalize(statement)
        }
        begin = try prepare("BEGIN IMMEDIATE")
        commit = try prepare("COMMIT")
        select = try prepare(
            "SELECT path, value FROM leaf WHERE path >= ? AND path < ? ORDER BY path")
        delete = try prepare("DELETE FROM leaf WHERE path >= ? AND path < ?")
        insert = try prepare("INSERT INTO leaf (path, value) VALUES (?, ?)")
    }

    func prepareIndex() throws {
        let positions =
            "SELECT position FROM indexed_child WHERE number = 1 AND collection = ?1 "
            + "AND position < ?2 ORDER BY position "
        best = try prepare(positions + "DESC")
        worst = try prepare(positions)
        score = try prepare("SELECT value FROM leaf WHERE path = ?")
        removeEntry = try prepare(
            "DELETE FROM indexed_child WHERE number = 1 AND collection = ? AND position = ?")
        insertEntry = try prepare("INSERT INTO indexed_child VALUES (1, ?, ?)")
    }

    deinit {
        for statement in [
            begin, commit, select, delete, insert, best, worst, score, removeEntry, insertEntry,
        ] {
            sqlite3_finalize(statement)
        }
        sqlite3_close_v2(connection)
    }

    private func prepare(_ sql: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v3(connection, sql, -1, 1, &statement, nil) == SQLITE_OK else {
            throw failure
        }
        return statement
    }

    private var failure: CommandFailure {
        CommandFailure("SQLite: \(String(cString: sqlite3_errmsg(connection)))")
    }

    private func hop<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }

    private func path(of key: String) -> [UInt8] {
        collection + [2] + Array(key.utf8) + [0]
    }

    private func run(_ statement: OpaquePointer?) throws {
        defer { sqlite3_reset(statement) }
        guard sqlite3_step(statement) == SQLITE_DONE else { throw failure }
    }

    private func bind(_ lower: [UInt8], _ upper: [UInt8], to statement: OpaquePointer?) {
        sqlite3_bind_blob(statement, 1, lower, Int32(lower.count), PlayerRow.copies)
        sqlite3_bind_blob(statement, 2, upper, Int32(upper.count), PlayerRow.copies)
    }
}

// MARK: - Reading

extension SQLitePeer {
    func player(_ key: String) async throws -> Player? {
        try await hop { [self] in
            let path = path(of: key)
            return try read(from: path, to: path + [3], limit: 1).first
        }
    }

    func players(from key: String, limit: Int) async throws -> [Player] {
        try await hop { [self] in
            try read(from: path(of: key), to: collection + [3], limit: limit)
        }
    }

    private func read(from lower: [UInt8], to upper: [UInt8], limit: Int) throws -> [Player] {
        switch coding {
        case .codable: try players(CodableReading.init, lower, upper, limit)
        case .fields: try players(FieldReading.init, lower, upper, limit)
        }
    }

    private func players<Reading: PlayerReading>(
        _ begin: () -> Reading, _ lower: [UInt8], _ upper: [UInt8], _ limit: Int
    ) throws -> [Player] {
        defer { sqlite3_reset(select) }
        bind(lower, upper, to: select)
        var players: [Player] = []
        var row = begin()
        var current: [UInt8] = []
        while sqlite3_step(select) == SQLITE_ROW {
            let count = Int(sqlite3_column_bytes(select, 0))
            let path = UnsafeRawBufferPointer(start: sqlite3_column_blob(select, 0), count: count)
            if current.isEmpty || !path.starts(with: current) {
                if !current.isEmpty { players.append(try row.player) }
                if players.count == limit { return players }
                let end = path[(collection.count + 1)...].firstIndex(of: 0) ?? count - 1
                current = Array(path[...end])
                row = begin()
            }
            let name = path[(current.count + 1)...].prefix { $0 != 0 }
            row.take(String(decoding: name, as: UTF8.self), select)
        }
        if !current.isEmpty { players.append(try row.player) }
        return players
    }
}

// MARK: - Writing

extension SQLitePeer {
    func set(_ player: Player, _ key: String) async throws {
        try await set(CollectionOfOne((key, player)))
    }

    func set(_ players: some Collection<(String, Player)> & Sendable) async throws {
        try await hop { [self] in
            try run(begin)
            for (key, player) in players { try set(player, at: path(of: key)) }
            try run(commit)
        }
    }

    private func set(_ player: Player, at path: [UInt8]) throws {
        bind(path, path + [3], to: delete)
        try run(delete)
        try PlayerRow.write(player, as: coding, to: insert) { name, index, bind in
            var path = path + [2] + Array(name.utf8) + [0]
            if let index { path += [1, 0x80, 0, 0, UInt8(index), 0, 3] }
            try path.withUnsafeBytes {
                sqlite3_bind_blob(insert, 1, $0.baseAddress, Int32($0.count), nil)
                _ = bind()
                try run(insert)
            }
        }
    }
}

// MARK: - By score

extension SQLitePeer {
    /// Returns the bytes of a score, the prefix of its positions in the index.
    static func position(of score: Int) -> [UInt8] {
        let pattern = Double(score).bitPattern
        let bits = score < 0 ? ~pattern : pattern | 1 << 63
        return [4] + withUnsafeBytes(of: bits.bigEndian, Array.init) + [0x80, 0]
    }

    /// Reads the best players before a position, by default of all.
    func bestPlayers(before position: [UInt8] = [0xFF], limit: Int) async throws -> [Player] {
        try await hop { [self] in try players(by: best, before: position, limit) }
    }

    func worstPlayers(limit: Int) async throws -> [Player] {
        try await hop { [self] in try players(by: worst, before: [0xFF], limit) }
    }

    private func players(
        by order: OpaquePointer?, before position: [UInt8], _ limit: Int
    ) throws -> [Player] {
        defer { sqlite3_reset(order) }
        bind(collection, position, to: order)
        var players: [Player] = []
        while players.count < limit, sqlite3_step(order) == SQLITE_ROW {
            let count = Int(sqlite3_column_bytes(order, 0))
            let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(order, 0), count: count)
            let path = collection + bytes[11...]
            players += try read(from: path, to: path + [3], limit: 1)
        }
        return players
    }

    /// Sets the score of a player.
    func set(score: Int, _ key: String) async throws {
        try await hop { [self] in
            let path = path(of: key) + [2] + Array("score".utf8) + [0]
            try run(begin)
            bind(path, [], to: self.score)
            guard sqlite3_step(self.score) == SQLITE_ROW else { throw failure }
            let old = Int(sqlite3_column_int64(self.score, 0))
            sqlite3_reset(self.score)
            let end = [2] + Array(key.utf8) + [0]
            bind(collection, Self.position(of: old) + end, to: removeEntry)
            try run(removeEntry)
            bind(collection, Self.position(of: score) + end, to: insertEntry)
            try run(insertEntry)
            bind(path, path + [3], to: delete)
            try run(delete)
            sqlite3_bind_blob(insert, 1, path, Int32(path.count), PlayerRow.copies)
            sqlite3_bind_int64(insert, 2, Int64(score))
            try run(insert)
            try run(commit)
        }
    }
}
