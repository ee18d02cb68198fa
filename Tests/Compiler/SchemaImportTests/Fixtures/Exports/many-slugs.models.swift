// Made by generate-paths from many-slugs.export.json, once: these types are yours to change.

/// articles/<articleId>
struct Article: Codable, Hashable, Sendable {
    var title: String
    var views: Int
}
