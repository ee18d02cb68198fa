// Made by generate-paths from swift-words.rules.json, once: these types are yours to change.

import Foundation

/// class/<classId>
struct Class: Codable, Hashable, Sendable {
    var `protocol`: String?
    var `init`: Bool?
    var `self`: String?
}

/// tasks/<taskId>
struct TaskRecord: Codable, Hashable, Sendable {
    var title: String?
    var done: Bool?
}

/// types/<typeId>
struct TypeRecord: Codable, Hashable, Sendable {
    var name: String?
}

/// errors/<errorId>
struct ErrorRecord: Codable, Hashable, Sendable {
    var code: Double?
}

/// dates/<dateId>
struct DateRecord: Codable, Hashable, Sendable {
    var day: String?
    var at: Date?
}

/// strings/<stringId>
struct StringRecord: Codable, Hashable, Sendable {
    var text: String?
}

/// paths/<pathId>
struct PathRecord: Codable, Hashable, Sendable {
    var points: String?
}

/// elements/<elementId>
struct ElementRecord: Codable, Hashable, Sendable {
    var symbol: String?
}

/// collections/<collectionId>/items/<itemId>
struct Item: Codable, Hashable, Sendable {
    var name: String?
}

/// roots/<rootId>
struct RootRecord: Codable, Hashable, Sendable {
    var depth: Double?
}
