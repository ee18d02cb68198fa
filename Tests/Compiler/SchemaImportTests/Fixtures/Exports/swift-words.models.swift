// Made by generate-paths from swift-words.export.json, once: these types are yours to change.

import Foundation

/// tasks/<taskId>
struct TaskRecord: Codable, Hashable, Sendable {
    var title: String
    var `class`: String
    var `self`: Int
    var `default`: Bool
    var `in`: String
}

/// dates/<dateId>
struct DateRecord: Codable, Hashable, Sendable {
    var day: Int
    var createdAt: Date
}

/// types/<typeId>
struct TypeRecord: Codable, Hashable, Sendable {
    var name: String
}

/// file
struct File: Codable, Hashable, Sendable {
    var hashValue2: String
    var size: Int

    enum CodingKeys: String, CodingKey {
        case hashValue2 = "hashValue"
        case size
    }
}
