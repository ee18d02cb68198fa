// Made by generate-paths from arrays.export.json, once: these types are yours to change.

/// quiz/<quizId>
struct Quiz: Codable, Hashable, Sendable {
    var text: String
    var answers: [String]
    var correct: Int
}

/// players/<index>
struct Player: Codable, Hashable, Sendable {
    var name: String
    var level: Int
}
