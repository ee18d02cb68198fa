import TypedDatabase
import TypedPaths

// The models of ChatExample, and the paths that are generated for it.

struct Message: Codable, KeyIdentifiable {
    var id = MessageID(rawValue: "")
    var author: String
    var text: String
    var sentAt = ServerTime.pending
}

struct ChatroomID: RawRepresentable, PathKey, Hashable {
    let rawValue: String
}

struct MessageID: RawRepresentable, PathKey, Hashable, Codable {
    let rawValue: String
}

enum Chatroom {}

extension Path where Element == Root {
    func chatroom(_ id: ChatroomID) -> Path<Chatroom> { Path.append(self, "chatrooms", id) }
}

extension Path where Element == Chatroom {
    var name: Path<String> { Path.append(self, "name") }
    var messages: Path<Message>.KeyedCollection<MessageID> { Path.append(self, "messages") }
    func message(_ id: MessageID) -> Path<Message> { Path.append(self, "messages", id) }
}
