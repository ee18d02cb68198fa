// Made by generate-paths from optional-fields.export.json, once: these types are yours to change.

/// people/<personId>
struct Person: Codable, Hashable, Sendable {
    var name: String
    var mail: String?
    var nick: String?
}
