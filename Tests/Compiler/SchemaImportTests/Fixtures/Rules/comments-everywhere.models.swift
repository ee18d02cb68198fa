// Made by generate-paths from comments-everywhere.rules.json, once: these types are yours to change.

/// articles/<slug>
struct Article: Codable, Hashable, Sendable {
    var url: String?
    var body: String?
}
