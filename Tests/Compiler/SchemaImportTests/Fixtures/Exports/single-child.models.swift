// Made by generate-paths from single-child.export.json, once: these types are yours to change.

/// config
struct Config: Codable, Hashable, Sendable {
    var theme: Theme
}

/// config/theme
struct Theme: Codable, Hashable, Sendable {
    var color: String
}

/// limits
struct Limits: Codable, Hashable, Sendable {
    var users: Int
    var upload: Upload
}

/// limits/upload
struct Upload: Codable, Hashable, Sendable {
    var size: Int
    var count: Int
}
