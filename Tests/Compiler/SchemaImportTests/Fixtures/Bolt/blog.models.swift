// Made by generate-paths from blog.bolt, once: these types are yours to change.

/// articles/<slug>/author
struct Author: Codable, Hashable, Sendable {
    var name: String
    var url: String?
}
