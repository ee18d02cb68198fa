// Made by generate-paths from chat.export.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// chatrooms/<chatroomId>
struct Chatroom: Codable, Hashable, Sendable {
    var name: String
    var createdAt: Date
    var members: KeySet<String> = []
    var topic: String?
}

/// messages/<chatroomId>/<messageId>
struct Message: Codable, Hashable, Sendable {
    var author: String
    var text: String
    var sentAt: Date
    var edited: Bool?
}

/// users/<userId>
struct User: Codable, Hashable, Sendable {
    var name: String
    var photo: String?
}
