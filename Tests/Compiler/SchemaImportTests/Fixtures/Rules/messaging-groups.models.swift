// Made by generate-paths from messaging-groups.rules.json, once: these types are yours to change.

import Foundation

/// groups/<groupId>/info
struct Info: Codable, Hashable, Sendable {
    var name: String?
    var createdBy: String?
    var createdAt: Date?
}

/// groups/<groupId>/members/<userId>
struct Member: Codable, Hashable, Sendable {
    var role: String?
    var joinedAt: Date?
    var muted: Bool?
}

/// inbox/<userId>/<groupId>
struct Inbox: Codable, Hashable, Sendable {
    var unread: Int?
    var last: Last?
}

/// inbox/<userId>/<groupId>/last
struct Last: Codable, Hashable, Sendable {
    var text: String?
    var at: Date?
}
