// Made by generate-paths from chat.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// rooms/<roomId>
struct Room: Codable, Hashable, Sendable {
    var name: String
    var owner: String
    var createdAt = ServerTime.pending
    var topic: String?
}

/// messages/<roomId>/<messageId>
struct Message: Codable, Hashable, Sendable {
    var uid: String
    var text: String?
    var image: String?
    var timestamp: Date
}
