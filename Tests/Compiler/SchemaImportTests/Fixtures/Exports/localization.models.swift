// Made by generate-paths from localization.export.json, once: these types are yours to change.

/// languages/<languageId>
struct Language: Codable, Hashable, Sendable {
    var ok: String
    var cancel: String
    var title: String
}

/// plurals/<pluralId>
struct Plural: Codable, Hashable, Sendable {
    var day: Day
}

/// plurals/<pluralId>/day
struct Day: Codable, Hashable, Sendable {
    var one: String
    var other: String
}
