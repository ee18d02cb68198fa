// Made by generate-paths from social.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// profiles/<userId>
struct Profile: Codable, Hashable, Sendable {
    var username: String
    var bio: String?
    var photoURL: String?
    var `private`: Bool?
    var counts: Counts?
}

/// profiles/<userId>/counts
struct Counts: Codable, Hashable, Sendable {
    var followers: Double?
    var following: Double?
    var posts: Double?
}

/// posts/<postId>
struct Post: Codable, Hashable, Sendable {
    var text: String?
    var createdAt = ServerTime.pending
    var tags: KeySet<String> = []
    var likes: KeySet<String> = []
    var author: String?
}

/// comments/<postId>/<commentId>
struct Comment: Codable, Hashable, Sendable {
    var author: String
    var text: String
    var replyTo: String?
}
