// Made by generate-paths from clashing-names.rules.json, once: these types are yours to change.

import Foundation

/// user/friends/<userId>
struct Friend: Codable, Hashable, Sendable {
    var since: Date?
}

/// users/<userId>
struct User: Codable, Hashable, Sendable {
    var name: String?
}

/// user_posts/<userId>
struct UserPost: Codable, Hashable, Sendable {
    var title: String?
}

/// userPosts/<userId>
struct UserPostRecord: Codable, Hashable, Sendable {
    var title: String?
    var text: String?
}

/// settings
struct Settings: Codable, Hashable, Sendable {
    var theme: String?
}

/// rooms/<roomId>/settings
struct RoomSettings: Codable, Hashable, Sendable {
    var isOpen: Bool?
}

/// rooms/<roomId>/talks/<talkId>
struct Talk: Codable, Hashable, Sendable {
    var title: String?
}
