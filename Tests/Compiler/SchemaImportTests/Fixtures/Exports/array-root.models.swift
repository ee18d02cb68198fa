// Made by generate-paths from array-root.export.json, once: these types are yours to change.

/// <index>
struct Item: Codable, Hashable, Sendable {
    var name: String
    var score: Int
}
