// Made by generate-paths from fan-out.rules.json, once: these types are yours to change.

import TypedDatabase

/// posts/<postId>
struct Post: Codable, Hashable, Sendable {
    var author: String?
    var body: String?
    var starCount: Double?
    var stars: KeySet<String> = []
    var title: String?
    var uid: String?
}

/// user-posts/<userId>/<postId>
struct UserPost: Codable, Hashable, Sendable {
    var author: String?
    var body: String?
    var starCount: Double?
    var stars: KeySet<String> = []
    var title: String?
    var uid: String?
}

/// post-comments/<postId>/<commentId>
struct PostComment: Codable, Hashable, Sendable {
    var uid: String?
    var author: String?
    var text: String?
}
