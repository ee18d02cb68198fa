// Made by generate-paths from nested-wildcards.rules.json, once: these types are yours to change.

/// userRoomMessages/<userId>/<roomId>/<messageId>
struct UserRoomMessage: Codable, Hashable, Sendable {
    var text: String?
}
