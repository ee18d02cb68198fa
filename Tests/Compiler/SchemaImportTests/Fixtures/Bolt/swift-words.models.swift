// Made by generate-paths from swift-words.bolt, once: these types are yours to change.

/// tasks/<taskId>
struct TaskRecord: Codable, Hashable, Sendable {
    var title: String
    var `class`: String
    var `self`: Bool?
    var `init`: Double
}

/// dates/<dateId>
struct DateRecord: Codable, Hashable, Sendable {
    var day: Double
    var month: Double
}

/// paths/<pathId>
struct PathRecord: Codable, Hashable, Sendable {
    var name: String
}

/// errors/<errorId>
struct ErrorRecord: Codable, Hashable, Sendable {
    var code: Double
    var message: String
}
