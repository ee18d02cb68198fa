// Made by generate-paths from presence.rules.json, once: these types are yours to change.

import Foundation

/// status/<userId>
struct Status: Codable, Hashable, Sendable {
    var state: StatusState
    var lastChanged: Date

    enum CodingKeys: String, CodingKey {
        case state
        case lastChanged = "last_changed"
    }
}

/// status/<userId>/state
enum StatusState: String, Codable, Hashable, Sendable {
    case online
    case offline
}
