// Made by generate-paths from double-quotes.rules.json, once: these types are yours to change.

import Foundation

/// polls/<pollId>
struct Poll: Codable, Hashable, Sendable {
    var question: String?
    var votes: [String: Vote]?
    var closes: Date?
}

/// polls/<pollId>/votes/<userId>
enum Vote: String, Codable, Hashable, Sendable {
    case yes
    case no
}
