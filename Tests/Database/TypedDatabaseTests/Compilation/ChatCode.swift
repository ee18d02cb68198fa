/// A chat: the code that is generated for it, and its own models, as an app has them.
let chatCode = """
    import Foundation
    import TypedDatabase
    import TypedPaths

    struct MessageID: RawRepresentable, PathKey, Codable, Hashable { let rawValue: String }
    struct UserID: RawRepresentable, PathKey, Codable, Hashable { let rawValue: String }

    struct Message: Codable, KeyIdentifiable {
        var id = MessageID(rawValue: "unsaved")
        var author: UserID
        var text: String
    }

    struct Player: Codable, Identifiable {
        var id: UserID
        var score: Int
        var team: Team
        enum Team: String, Codable { case red, blue }
    }

    final class Counter: Codable { var count = 0 }
    struct RoomInfo: Codable { var name: String }
    enum Chatroom {}
    enum Members {}

    extension Path where Element == Root {
        var chatrooms: Path<Chatroom>.Collection { Path.append(self, "chatrooms") }
        func chatroom(_ id: String) -> Path<Chatroom> { Path.append(self, "chatrooms", id) }
        var players: Path<Player>.KeyedCollection<UserID> { Path.append(self, "players") }
        var members: Path<Members> { Path.append(self, "members") }
        var counters: Path<Counter>.Collection { Path.append(self, "counters") }
        func userMessage(_ id: UserID, messageId: MessageID) -> Path<Bool> {
            Path.append(Path.append(self, "userMessages", id), messageId)
        }
    }

    extension Path where Element == Chatroom {
        var name: Path<String> { Path.append(self, "name") }
        var topic: Path<String?> { Path.append(self, "topic") }
        var messageCount: Path<Int> { Path.append(self, "messageCount") }
        var changedAt: Path<Date> { Path.append(self, "changedAt") }
        var messages: Path<Message>.KeyedCollection<MessageID> { Path.append(self, "messages") }
        func message(_ id: MessageID) -> Path<Message> { Path.append(self, "messages", id) }
        func draft(_ id: UserID) -> Path<Message> { Path.append(self, "drafts", id) }
    }

    extension Path where Element == Player {
        var score: Path<Int> { Path.append(self, "score") }
        var team: Path<Player.Team> { Path.append(self, "team") }
    }

    extension Path where Element == Members {
        var owner: Path<Player> { Path.append(self, "owner") }
        func child(_ id: UserID) -> Path<Player> { Path.append(self, id) }
    }

    """
