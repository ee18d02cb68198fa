import Foundation
import TypedDatabase
import TypedPaths

// Code as the generator writes it for a game with boards for notes, and the app's own models.

struct NoteID: RawRepresentable, PathKey, Codable, Hashable {
    let rawValue: String
}

struct PlayerID: RawRepresentable, PathKey, Codable, Hashable {
    let rawValue: String
}

extension PlayerID: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(rawValue: text) }
}

extension NoteID: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(rawValue: text) }
}

struct Note: Codable, Hashable {
    var author: PlayerID
    var text: String
}

struct Player: Codable, Hashable, Identifiable {
    var id: PlayerID
    var name: String
    var score: Int?
    var isActive: Bool?

    init(_ id: PlayerID, score: Int? = nil, isActive: Bool? = nil) {
        self.id = id
        name = id.rawValue.capitalized
        self.score = score
        self.isActive = isActive
    }
}

/// A model without values of its own to be sent: a class that anybody may change.
final class Counter: Codable {
    var count = 0
}

struct BoardInfo: Codable, Hashable {
    var name: String
}

enum Board {}
enum Members {}

extension DatabaseEngine {
    /// Sets a value without any type.
    func set(_ value: TreeValue?, at place: TreePlace) async throws {
        try await write([TreeEdit(place, .set(PendingValue(value)))])
    }
}

extension Path where Element == Root {
    var boards: Path<Board>.Collection { Path.append(self, "boards") }
    func board(_ id: String) -> Path<Board> { Path.append(self, "boards", id) }
    var players: Path<Player>.KeyedCollection<PlayerID> { Path.append(self, "players") }
    func player(_ id: PlayerID) -> Path<Player> { Path.append(self, "players", id) }
    var scores: Path<Int>.Collection { Path.append(self, "scores") }
    var years: Path<String>.KeyedCollection<Int> { Path.append(self, "years") }
    var members: Path<Members> { Path.append(self, "members") }
    var counter: Path<Counter> { Path.append(self, "counter") }
    var counters: Path<Counter>.Collection { Path.append(self, "counters") }
    var drafts: Path<Path<String>.Collection>.KeyedCollection<PlayerID> {
        Path.append(self, "drafts")
    }

    func playerNote(_ id: PlayerID, noteId: NoteID) -> Path<Bool> {
        Path.append(Path.append(self, "playerNotes", id), noteId)
    }
}

extension Path where Element == Board {
    var name: Path<String> { Path.append(self, "name") }
    var topic: Path<String?> { Path.append(self, "topic") }
    var noteCount: Path<Int> { Path.append(self, "noteCount") }
    var changedAt: Path<Date> { Path.append(self, "changedAt") }
    var notes: Path<Note>.KeyedCollection<NoteID> { Path.append(self, "notes") }
    func note(_ id: NoteID) -> Path<Note> { Path.append(self, "notes", id) }
    func draft(_ id: PlayerID) -> Path<Note> { Path.append(self, "drafts", id) }
}

extension Path where Element == Player {
    var name: Path<String> { Path.append(self, "name") }
    var score: Path<Int?> { Path.append(self, "score") }
    var isActive: Path<Bool?> { Path.append(self, "isActive") }
}

extension Path where Element == Members {
    var owner: Path<Player> { Path.append(self, "owner") }
    func child(_ id: PlayerID) -> Path<Player> { Path.append(self, id) }
}
