// Made by generate-paths from todo.rules.json, once: these types are yours to change.

/// users/<userId>/lists/<listId>
struct ListRecord: Codable, Hashable, Sendable {
    var name: String?
    var color: String?
}

/// users/<userId>/tasks/<taskId>
struct TaskRecord: Codable, Hashable, Sendable {
    var title: String
    var done: Bool
    var due: Double?
    var list: String?
}

/// users/<userId>/settings
struct Settings: Codable, Hashable, Sendable {
    var theme: SettingsTheme?
    var notifications: Bool?
}

/// users/<userId>/settings/theme
enum SettingsTheme: String, Codable, Hashable, Sendable {
    case light
    case dark
}
