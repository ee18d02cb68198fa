// Made by generate-paths from odd-keys.rules.json, once: these types are yours to change.

/// 用户/<userId>
struct 用户: Codable, Hashable, Sendable {
    var 名字: String?
}
