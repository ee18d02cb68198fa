// Made by generate-paths from chat.bolt, once: these types are yours to change.

import Foundation
import TypedPaths

/// rooms/<roomId>/members/<memberId>
struct NameString: Codable, Hashable, Sendable {
    var name: String
}

/// posts/<roomid>/<postId>
struct Post: Codable, Hashable, Sendable {
    var from: UserID
    var message: String
    var timestamp: Date
}

struct RoomID: RawRepresentable, PathKey, Codable, Hashable, Sendable {
    var rawValue: String
}

struct UserID: RawRepresentable, PathKey, Codable, Hashable, Sendable {
    var rawValue: String
}
