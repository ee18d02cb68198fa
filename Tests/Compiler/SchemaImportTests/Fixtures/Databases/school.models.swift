// Made by generate-paths from school.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// classes/<classId>
struct Class: Codable, Hashable, Sendable {
    var name: String
    var year: Double
    var teacher: String
    var students: [String: Bool]?
}

/// students/<studentId>
struct Student: Codable, Hashable, Sendable {
    var firstName: String?
    var lastName: String?
    var classId: String?
    var born: String?
}

/// grades/<classId>/<studentId>/<examId>
struct Grade: Codable, Hashable, Sendable {
    var mark: Double
    var comment: String?
    var by: String?
    var at = ServerTime.pending
}
