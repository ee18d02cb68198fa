// Made by generate-paths from deep.export.json, once: these types are yours to change.

/// companies/<companyId>/departments/<departmentId>/teams/<teamId>
struct Team: Codable, Hashable, Sendable {
    var lead: String
    var size: Int
}
