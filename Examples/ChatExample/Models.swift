import Foundation
import TypedDatabase
import TypedPaths

// The app's own types. The schema, chat.paths.json, names them.

struct Message: Codable, KeyIdentifiable {
    var id = MessageID(rawValue: "")
    var author: String
    var text: String
    var sentAt = ServerTime.pending
}

extension Message: CustomStringConvertible {
    var description: String { "\(author): \(text)" }
}

// A key type for each kind of key, so that the compiler tells a message's from a chatroom's.

struct ChatroomID: RawRepresentable, PathKey, Hashable {
    let rawValue: String
}

struct MessageID: RawRepresentable, PathKey, Hashable, Codable {
    let rawValue: String
}
