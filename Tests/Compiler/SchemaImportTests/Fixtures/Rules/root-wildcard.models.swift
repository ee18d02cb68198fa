// Made by generate-paths from root-wildcard.rules.json, once: these types are yours to change.

/// server
struct Server: Codable, Hashable, Sendable {
    var version: String?
}

/// <tenant>/sites/<siteId>/rooms/<roomId>
struct Room: Codable, Hashable, Sendable {
    var area: Double?
}
