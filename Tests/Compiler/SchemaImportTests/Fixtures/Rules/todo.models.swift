// Made by generate-paths from todo.rules.json, once: these types are yours to change.

/// lists/<listId>/items/<itemId>
struct Item: Codable, Hashable, Sendable {
    var text: String
    var done: Bool
    var due: Double?
}
