import Foundation
import Testing
import TypedDatabase
import TypedPaths

// This target is isolated to the main actor by default, as new apps are: so are the conformances of
// its models.

struct UserID: RawRepresentable, PathKey, Hashable, Codable {
    let rawValue: String
}

struct MessageID: RawRepresentable, PathKey, Hashable, Codable {
    let rawValue: String

    static let unsaved = MessageID(rawValue: "")
}

enum Mood: String, Codable {
    case good, bad
}

enum Content: Codable, Equatable {
    case text(String)
    case photo(url: URL, likes: [UserID: Bool])
    case nothing
}

struct Message: Codable, KeyIdentifiable, Equatable {
    var id = MessageID.unsaved
    var author: UserID
    var content: Content
    var moods: [Mood: Int] = [:]
    var readers: KeySet<UserID> = []
    var sentAt = ServerTime.pending
}

struct Room: Codable, KeyIdentifiable, Equatable {
    var id = UserID(rawValue: "")
    var messages: [String: Message]
    var pinned: [Message]
    var topics: [Mood: [String]]?
}

/// A model that is used off the main actor, and all that it consists of.
nonisolated struct Note: Codable, KeyIdentifiable, Equatable {
    var id = MessageID.unsaved
    var author: UserID
    var kind = Kind.draft
    var readers: KeySet<UserID> = []
    var sentAt = ServerTime.pending

    enum Kind: String, Codable {
        case draft, final
    }
}

extension Path where Element == Root {
    nonisolated var notes: Path<Note>.KeyedCollection<MessageID> { Path.append(self, "notes") }
}

struct MainActorCodingTests {
    private let ana = UserID(rawValue: "ana")

    @Test func modelsWhoseConformancesAreIsolatedComeBack() throws {
        var message = Message(
            author: ana, content: .photo(url: URL(string: "https://a.org")!, likes: [ana: true]),
            moods: [.good: 2], readers: [ana])
        let pending = try TreeEncoder().encode(message, at: ["messages", "m1"])
        #expect(
            pending.value == [
                "author": "ana", "moods": ["good": 2], "readers": ["ana": true],
                "content": ["photo": ["url": "https://a.org", "likes": ["ana": true]]],
            ])
        let read = try TreeDecoder().decode(
            Message.self, from: pending.resolved(at: 1000), at: ["messages", "m1"])
        message.id = MessageID(rawValue: "m1")
        message.sentAt = .date(Date(timeIntervalSince1970: 1))
        #expect(read == message)
    }

    @Test func soDoModelsInCollections() throws {
        let date = ServerTime.date(Date(timeIntervalSince1970: 1))
        let room = Room(
            id: UserID(rawValue: "r1"),
            messages: [
                "m1": Message(
                    id: MessageID(rawValue: "m1"), author: ana, content: .text("Hi"), sentAt: date)
            ],
            pinned: [
                Message(id: MessageID(rawValue: "0"), author: ana, content: .nothing, sentAt: date)
            ],
            topics: [.bad: ["rain"]])
        let tree = try TreeEncoder().tree(of: room)
        #expect(try TreeDecoder().decode(Room.self, from: tree, at: ["r1"]) == room)
        #expect(try JSONDecoder().decode(Room.self, from: JSONEncoder().encode(room)) == room)
    }

    @Test func nonisolatedModelsAreWrittenAndReadOffTheMainActor() async throws {
        let database = TreeDatabase(MemoryEngine())
        let note = Note(author: ana, kind: .final, readers: [ana])
        let read = try await Task.detached {
            let path = try await database.add(note, to: Path().notes)
            return try await database.value(at: path)
        }.value
        #expect(read?.readers == [ana])
        #expect(read?.sentAt.date != nil)
        #expect(read?.id != .unsaved)
        let children = try await Task.detached {
            try await database.children(of: Path().notes).get().decoded()
        }.value
        #expect(children == [read])
    }

    @Test func codersCanBeUsedFromAnyIsolation() async throws {
        let encoder = TreeEncoder(TreeCoding(dates: .secondsSince1970))
        let tree = try await Task.detached { try encoder.tree(of: [1: "a"]) }.value
        #expect(tree == ["1": "a"])
    }
}
