// Made by generate-paths from feature-flags.export.json, once: these types are yours to change.

/// flags
struct Flags: Codable, Hashable, Sendable {
    var darkMode: Bool
    var newEditor: Bool
    var betaUsers: Bool
}

/// rollout
struct Rollout: Codable, Hashable, Sendable {
    var darkMode: Double
    var newEditor: Int
    var betaUsers: Int
}

/// minVersion
struct MinVersion: Codable, Hashable, Sendable {
    var ios: String
    var android: String
}
