// Made by generate-paths from counters.export.json, once: these types are yours to change.

/// counters
struct Counters: Codable, Hashable, Sendable {
    var users: Int
    var posts: Int
    var comments: Int
}
