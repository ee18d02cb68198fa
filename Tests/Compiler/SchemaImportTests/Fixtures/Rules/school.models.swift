// Made by generate-paths from school.rules.json, once: these types are yours to change.

import TypedDatabase

/// schools/<schoolId>/classes/<classId>
struct Class: Codable, Hashable, Sendable {
    var students: KeySet<String> = []
    var teacher: String?
    var year: Int?
}
