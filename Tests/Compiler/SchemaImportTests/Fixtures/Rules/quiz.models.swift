// Made by generate-paths from quiz.rules.json, once: these types are yours to change.

/// quizzes/<quizId>/questions/<questionId>
struct Question: Codable, Hashable, Sendable {
    var text: String?
    var answers: [String: String]?
    var correct: Int?
}
