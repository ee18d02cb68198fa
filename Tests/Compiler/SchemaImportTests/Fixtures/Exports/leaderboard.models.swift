// Made by generate-paths from leaderboard.export.json, once: these types are yours to change.

/// leaderboard/weekly/<weeklyId>
struct Weekly: Codable, Hashable, Sendable {
    var score: Int
    var name: String
}

/// leaderboard/allTime/<allTimeId>
struct AllTime: Codable, Hashable, Sendable {
    var score: Int
    var name: String
}

/// highScore
struct HighScore: Codable, Hashable, Sendable {
    var name: String
    var score: Int
}
