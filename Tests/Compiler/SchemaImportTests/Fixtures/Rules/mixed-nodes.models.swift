// Made by generate-paths from mixed-nodes.rules.json, once: these types are yours to change.

/// ratings/<product>/<userId>
struct Rating: Codable, Hashable, Sendable {
    var stars: Double?
    var text: String?
}
