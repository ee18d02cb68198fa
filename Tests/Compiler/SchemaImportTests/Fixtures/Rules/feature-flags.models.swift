// Made by generate-paths from feature-flags.rules.json, once: these types are yours to change.

/// maintenance
struct Maintenance: Codable, Hashable, Sendable {
    var isOn: Bool?
    var message: String?
}
