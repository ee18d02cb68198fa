// Made by generate-paths from game-rooms.rules.json, once: these types are yours to change.

/// rooms/<roomId>/players/<playerId>
struct Player: Codable, Hashable, Sendable {
    var name: String?
    var ready: Bool?
    var color: String?
}

/// rooms/<roomId>/state
enum RoomState: String, Codable, Hashable, Sendable {
    case lobby
    case playing
    case over
}
