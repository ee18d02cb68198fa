// Made by generate-paths from polls.rules.json, once: these types are yours to change.

/// polls/<pollId>
struct Poll: Codable, Hashable, Sendable {
    var question: String?
    var closed: Bool?
    var creator: String?
    var options: [String: String]?
    var votes: [String: String]?
    var totals: [String: Int]?
}
