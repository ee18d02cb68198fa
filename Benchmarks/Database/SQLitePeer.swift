import CSQLite
import Dispatch
import Foundation
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
    private let connection: SQLiteConnection
    private let begin, commit, select, delete, insert: OpaquePointer?

    /// Statements for the index of players by their score, in a file that has it.
    private var best, worst, score, removeEntry, insertEntry: OpaquePointer?

    /// The path of `players`.
    private let collection: [UInt8] = [2] + Array("players".utf8) + [0]

    init(_ path: String, _ coding: Coding) throws {
        self.coding = coding
        connection = try SQLiteConnection(path)
        for sql in [
            "PRAGMA journal_mode = wal", "PRAGMA synchronous = normal",
            "CREATE TABLE IF NOT EXISTS leaf"
                + " (path BLOB PRIMARY KEY NOT NULL, value NOT NULL) WITHOUT ROWID",
        ] { try connection.run(sql) }
        begin = try connection.prepare("BEGIN IMMEDIATE")
        commit = try connection.prepare("COMMIT")
        select = try connection.prepare(
            "SELECT path, value FROM leaf WHERE path >= ? AND path < ? ORDER BY path")
        delete = try connection.prepare("DELETE FROM leaf WHERE path >= ? AND path < ?")
        insert = try connection.prepare("INSERT INTO leaf (path, value) VALUES (?, ?)")
    }

    func prepareIndex() throws {
        let positions =
            "SELECT position FROM indexed_child WHERE number = 1 AND collection = ?1 "
            + "AND position < ?2 ORDER BY position "
        best = try connection.prepare(positions + "DESC")
        worst = try connection.prepare(positions)
        score = try connection.prepare("SELECT value FROM leaf WHERE path = ?")
        removeEntry = try connection.prepare(
            "DELETE FROM indexed_child WHERE number = 1 AND collection = ? AND position = ?")
        insertEntry = try connection.prepare("INSERT INTO indexed_child VALUES (1, ?, ?)")
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

    private func bind(_ lower: [UInt8], _ upper: [UInt8], to statement: OpaquePointer?) {
        sqlite3_bind_blob(statement, 1, lower, Int32(lower.count), SQLiteConnection.copies)
        sqlite3_bind_blob(statement, 2, upper, Int32(upper.count), SQLiteConnection.copies)
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
            try connection.step(begin)
            for (key, player) in players { try set(player, at: path(of: key)) }
            try connection.step(commit)
        }
    }

    private func set(_ player: Player, at path: [UInt8]) throws {
        bind(path, path + [3], to: delete)
        try connection.step(delete)
        try PlayerRow.write(player, as: coding, to: insert) { name, index, bind in
            var path = path + [2] + Array(name.utf8) + [0]
            if let index { path += [1, 0x80, 0, 0, UInt8(index), 0, 3] }
            try path.withUnsafeBytes {
                sqlite3_bind_blob(insert, 1, $0.baseAddress, Int32($0.count), nil)
                _ = bind()
                try connection.step(insert)
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
            try connection.step(begin)
            bind(path, [], to: self.score)
            guard sqlite3_step(self.score) == SQLITE_ROW else { throw connection.failure }
            let old = Int(sqlite3_column_int64(self.score, 0))
            sqlite3_reset(self.score)
            let end = [2] + Array(key.utf8) + [0]
            bind(collection, Self.position(of: old) + end, to: removeEntry)
            try connection.step(removeEntry)
            bind(collection, Self.position(of: score) + end, to: insertEntry)
            try connection.step(insertEntry)
            bind(path, path + [3], to: delete)
            try connection.step(delete)
            sqlite3_bind_blob(insert, 1, path, Int32(path.count), SQLiteConnection.copies)
            sqlite3_bind_int64(insert, 2, Int64(score))
            try connection.step(insert)
            try connection.step(commit)
        }
    }
}

// MARK: - Rows

/// A player, assembled from its rows.
protocol PlayerReading {
    /// Reads a row of a field, or of a tag if that is the field.
    mutating func take(_ field: String, _ row: OpaquePointer?)

    var player: Player { get throws }
}

/// The rows of a player, written and read by hand.
enum PlayerRow {
    typealias Insert = (_ field: String, _ tagIndex: Int?, _ bind: () -> Int32) throws -> Void

    static func write(
        _ player: Player, as coding: SQLitePeer.Coding, to row: OpaquePointer?, _ insert: Insert
    ) throws {
        switch coding {
        case .codable:
            for (key, value) in try TreeEncoder().tree(of: player)?.children ?? [:] {
                if case .children(let tags) = value {
                    for (index, tag) in tags.enumerated() {
                        try insert(key.text, index) { bind(tag.value, row) }
                    }
                } else {
                    try insert(key.text, nil) { bind(value, row) }
                }
            }
        case .fields: try writeFields(player, row, insert)
        }
    }

    private static func bind(_ value: TreeValue, _ row: OpaquePointer?) -> Int32 {
        switch value {
        case .bool(let bool): bind(bool, row)
        case .integer(let integer): sqlite3_bind_int64(row, 2, integer)
        case .double(let double): sqlite3_bind_double(row, 2, double)
        case .string(let text): bind(text, row)
        case .children: SQLITE_OK
        }
    }

    private static func writeFields(
        _ player: Player, _ row: OpaquePointer?, _ insert: Insert
    ) throws {
        let joinedAt = Int64(player.joinedAt.timeIntervalSince1970 * 1000)
        try insert("email", nil) { bind(player.email, row) }
        try insert("isOnline", nil) { bind(player.isOnline, row) }
        try insert("joinedAt", nil) { sqlite3_bind_int64(row, 2, joinedAt) }
        try insert("level", nil) { sqlite3_bind_int64(row, 2, Int64(player.level)) }
        if let motto = player.motto { try insert("motto", nil) { bind(motto, row) } }
        try insert("name", nil) { bind(player.name, row) }
        try insert("rating", nil) { sqlite3_bind_double(row, 2, player.rating) }
        try insert("score", nil) { sqlite3_bind_int64(row, 2, Int64(player.score)) }
        for (index, tag) in player.tags.enumerated() {
            try insert("tags", index) { bind(tag, row) }
        }
        try insert("team", nil) { bind(player.team.rawValue, row) }
    }

    private static func bind(_ text: String, _ row: OpaquePointer?) -> Int32 {
        sqlite3_bind_text(row, 2, text, Int32(text.utf8.count), SQLiteConnection.copies)
    }

    private static func bind(_ bool: Bool, _ row: OpaquePointer?) -> Int32 {
        sqlite3_bind_blob(row, 2, [bool ? 1 : 0] as [UInt8], 1, SQLiteConnection.copies)
    }
}

// MARK: - Reading

struct CodableReading: PlayerReading {
    private var fields: [(key: TreeKey, value: TreeValue)] = []
    private var tags: [(key: TreeKey, value: TreeValue)] = []

    init() {}

    mutating func take(_ field: String, _ row: OpaquePointer?) {
        let value: TreeValue =
            switch sqlite3_column_type(row, 1) {
            case SQLITE_INTEGER: .integer(sqlite3_column_int64(row, 1))
            case SQLITE_FLOAT: .double(sqlite3_column_double(row, 1))
            case SQLITE_TEXT: .string(text(row, 1))
            default: .bool(sqlite3_column_blob(row, 1)?.load(as: UInt8.self) == 1)
            }
        if field == "tags" {
            tags.append((TreeKey("\(tags.count)"), value))
        } else {
            addTags()
            fields.append((TreeKey(field), value))
        }
    }

    private mutating func addTags() {
        guard !tags.isEmpty else { return }
        fields.append(("tags", .children(TreeChildren(sorted: tags))))
        tags = []
    }

    var player: Player {
        get throws {
            var copy = self
            copy.addTags()
            let tree = TreeValue.children(TreeChildren(sorted: copy.fields))
            return try TreeDecoder().decode(Player.self, from: tree)
        }
    }
}

struct FieldReading: PlayerReading {
    private var name, email, motto, team: String?
    private var score, level, joinedAt: Int?
    private var rating: Double?
    private var isOnline: Bool?
    private var tags: [String] = []

    init() {}

    mutating func take(_ field: String, _ row: OpaquePointer?) {
        switch field {
        case "name": name = text(row, 1)
        case "email": email = text(row, 1)
        case "score": score = Int(sqlite3_column_int64(row, 1))
        case "level": level = Int(sqlite3_column_int64(row, 1))
        case "rating": rating = sqlite3_column_double(row, 1)
        case "isOnline": isOnline = sqlite3_column_blob(row, 1)?.load(as: UInt8.self) == 1
        case "team": team = text(row, 1)
        case "joinedAt": joinedAt = Int(sqlite3_column_int64(row, 1))
        case "motto": motto = text(row, 1)
        case "tags": tags.append(text(row, 1))
        default: break
        }
    }

    var player: Player {
        get throws {
            guard let name, let email, let score, let level, let rating, let isOnline,
                let team = team.flatMap(Player.Team.init), let joinedAt
            else { throw CommandFailure("a player lacks a field") }
            return Player(
                name: name, email: email, score: score, level: level, rating: rating,
                isOnline: isOnline, team: team,
                joinedAt: Date(timeIntervalSince1970: Double(joinedAt) / 1000), motto: motto,
                tags: tags)
        }
    }
}
