// Made by generate-paths from fan-out.export.json, once: these types are yours to change.

/// posts/<postId>
struct Post: Codable, Hashable, Sendable {
    var title: String
    var uid: String
    var starCount: Int
}
