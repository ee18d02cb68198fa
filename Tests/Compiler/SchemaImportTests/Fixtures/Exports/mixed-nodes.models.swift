// Made by generate-paths from mixed-nodes.export.json, once: these types are yours to change.

/// ratings/<ratingId>/<userId>
struct Rating: Codable, Hashable, Sendable {
    var stars: Int
    var text: String?
}
