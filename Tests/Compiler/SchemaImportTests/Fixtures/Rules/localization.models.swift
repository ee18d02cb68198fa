// Made by generate-paths from localization.rules.json, once: these types are yours to change.

/// languages/<code>
struct Language: Codable, Hashable, Sendable {
    var name: String?
    var rtl: Bool?
}
