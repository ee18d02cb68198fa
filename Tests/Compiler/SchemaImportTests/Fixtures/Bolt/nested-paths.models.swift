// Made by generate-paths from nested-paths.bolt, once: these types are yours to change.

/// users/<userId>/private
struct Private: Codable, Hashable, Sendable {
    var email: String
}

/// users/<userId>/devices/<deviceId>
struct Device: Codable, Hashable, Sendable {
    var token: String
    var model: String
}
