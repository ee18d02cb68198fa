import CSQLite
import Foundation
import TypedDatabase

/// A player, assembled from its rows.
protocol PlayerReading {
    /// Reads a row of a field, or of a tag if that is the field.
    mutating func take(_ field: String, _ row: OpaquePointer?)

    var player: Player { get throws }
}

/// The rows of a player, written and read by hand.
enum PlayerRow {
    typealias Insert = (_ field: String, _ tagIndex: Int?, _ bind: () -> Int32) throws -> Void

    /// SQLite's option to copy bound bytes.
    static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

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
        sqlite3_bind_text(row, 2, text, Int32(text.utf8.count), copies)
    }

    private static func bind(_ bool: Bool, _ row: OpaquePointer?) -> Int32 {
        sqlite3_bind_blob(row, 2, [bool ? 1 : 0] as [UInt8], 1, copies)
    }
}

// MARK: - Reading

private func text(_ row: OpaquePointer?) -> String {
    let start = sqlite3_column_text(row, 1)
    let count = Int(sqlite3_column_bytes(row, 1))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

struct CodableReading: PlayerReading {
    private var fields: [(key: TreeKey, value: TreeValue)] = []
    private var tags: [(key: TreeKey, value: TreeValue)] = []

    init() {}

    mutating func take(_ field: String, _ row: OpaquePointer?) {
        let value: TreeValue =
            switch sqlite3_column_type(row, 1) {
            case SQLITE_INTEGER: .integer(sqlite3_column_int64(row, 1))
            case SQLITE_FLOAT: .double(sqlite3_column_double(row, 1))
            case SQLITE_TEXT: .string(text(row))
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
        case "name": name = text(row)
        case "email": email = text(row)
        case "score": score = Int(sqlite3_column_int64(row, 1))
        case "level": level = Int(sqlite3_column_int64(row, 1))
        case "rating": rating = sqlite3_column_double(row, 1)
        case "isOnline": isOnline = sqlite3_column_blob(row, 1)?.load(as: UInt8.self) == 1
        case "team": team = text(row)
        case "joinedAt": joinedAt = Int(sqlite3_column_int64(row, 1))
        case "motto": motto = text(row)
        case "tags": tags.append(text(row))
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
