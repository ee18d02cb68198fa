// Made by generate-paths from chat.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// chats/<chatId>
struct Chat: Codable, Hashable, Sendable {
    var title: String?
    var lastMessage: String?
    var timestamp: Date?
}

/// messages/<chatId>/<messageId>
struct Message: Codable, Hashable, Sendable {
    var name: String
    var message: String
    var timestamp = ServerTime.pending
}
