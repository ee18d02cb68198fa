import Foundation

@testable import TypedDatabase

/// A message that knows its key and when it was sent.
struct Message: Sample, KeyIdentifiable {
    var id = MessageID.unsaved
    var author: UserID
    var text: String
    var sentAt = ServerTime.pending

    static func random(_ random: inout Randomness) -> Self {
        Message(
            id: MessageID(rawValue: random.key()), author: UserID(rawValue: random.string()),
            text: random.string(), sentAt: random.optional { .date($0.date()) } ?? .pending)
    }

    /// It has the key of its place, and was sent in 1970.
    func normalForm(at key: String) -> Self {
        var normal = self
        normal.id = MessageID(rawValue: key)
        normal.sentAt = .date(sentAt.date ?? Date(timeIntervalSince1970: 0))
        return normal
    }
}

struct Chatroom: Sample, KeyIdentifiable {
    var id = UserID.unsaved
    var members: KeySet<UserID> = []
    var doors: KeySet<Int> = []
    var messages: [String: Message] = [:]
    var pinned: [Message] = []
    var draft: Message?

    static func random(_ random: inout Randomness) -> Self {
        Chatroom(
            members: KeySet(random.array { UserID(rawValue: $0.key()) }),
            doors: KeySet(random.array { $0.int(-99...99) }),
            messages: random.dictionary({ $0.key() }, { .random(&$0) }),
            pinned: random.array { .random(&$0) },
            draft: random.optional { .random(&$0) })
    }

    func normalForm(at key: String) -> Self {
        var normal = self
        normal.id = UserID(rawValue: key)
        for (id, message) in messages {
            normal.messages[id] = message.normalForm(at: id)
        }
        normal.pinned = pinned.normalForm(at: "pinned")
        normal.draft = draft?.normalForm(at: "draft")
        return normal
    }

    var isStored: Bool {
        !(members.isEmpty && doors.isEmpty && messages.isEmpty && pinned.isEmpty && draft == nil)
    }
}
