// Made by generate-paths from game.rules.json, once: these types are yours to change.

/// players/<playerId>
struct Player: Codable, Hashable, Sendable {
    var name: String?
    var rating: Double?
    var avatar: String?
    var wins: Int?
}

/// games/<gameId>
///
/// Without 'moves', which `set` of a whole model would remove: use `merge`.
struct Game: Codable, Hashable, Sendable {
    var host: String
    var guest: String?
    var state: GameState
    var turn: String?
    var board: [Int: Board]?
    var winner: String?
}

/// games/<gameId>/moves/<moveId>
struct Move: Codable, Hashable, Sendable {
    var by: String
    var cell: Int
}

/// games/<gameId>/state
enum GameState: String, Codable, Hashable, Sendable {
    case lobby
    case inProgress = "in_progress"
    case finished
}

/// games/<gameId>/board/<index>
enum Board: String, Codable, Hashable, Sendable {
    case x = "X"
    case o = "O"
}
