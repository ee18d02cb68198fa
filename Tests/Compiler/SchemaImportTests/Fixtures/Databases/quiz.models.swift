// Made by generate-paths from quiz.rules.json, once: these types are yours to change.

/// quizzes/<quizId>/questions/<number>
struct Question: Codable, Hashable, Sendable {
    var text: String
    var answers: [String: String]
    var seconds: Double?
}

/// rounds/<pin>/players/<userId>
struct Player: Codable, Hashable, Sendable {
    var nickname: String
    var score: Double?
}

/// rounds/<pin>/phase
enum RoundPhase: String, Codable, Hashable, Sendable {
    case waiting
    case question
    case results
}
