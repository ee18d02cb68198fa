// Made by generate-paths from social-network.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// users/<userId>
struct User: Codable, Hashable, Sendable {
    var `public`: Public?
    var `private`: Private?
    var followers: KeySet<String> = []
    var following: KeySet<String> = []
}

/// users/<userId>/public
struct Public: Codable, Hashable, Sendable {
    var username: String?
    var displayName: String?
    var photoUrl: String?

    enum CodingKeys: String, CodingKey {
        case username
        case displayName = "display_name"
        case photoUrl = "photo_url"
    }
}

/// users/<userId>/private
struct Private: Codable, Hashable, Sendable {
    var email: String?
    var pushTokens: KeySet<String> = []

    enum CodingKeys: String, CodingKey {
        case email
        case pushTokens = "push-tokens"
    }
}

/// timeline/<userId>/<postId>
struct Timeline: Codable, Hashable, Sendable {
    var createdAt = ServerTime.pending
    var by: String?
}

/// hashtags/<tag>
struct Hashtag: Codable, Hashable, Sendable {
    var count: Int?
    var posts: KeySet<String> = []
}
