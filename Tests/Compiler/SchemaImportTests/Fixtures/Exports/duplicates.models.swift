// Made by generate-paths from duplicates.export.json, once: these types are yours to change.

/// user-name/x/<xId>/y/<yId>
struct Y: Codable, Hashable, Sendable {
    var z: Int
}
