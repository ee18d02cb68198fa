// Made by generate-paths from leaderboard.rules.json, once: these types are yours to change.

/// leaderboards/<game>/<player>
struct Leaderboard: Codable, Hashable, Sendable {
    var name: String
    var score: Int
    var country: String?
}
