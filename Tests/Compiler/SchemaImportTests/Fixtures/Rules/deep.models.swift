// Made by generate-paths from deep.rules.json, once: these types are yours to change.

/// companies/<companyId>/departments/<departmentId>/teams/<teamId>/members/<memberId>/skills/<skillId>
struct Skill: Codable, Hashable, Sendable {
    var level: Double?
    var certificates: [String: String]?
}
