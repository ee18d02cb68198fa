import Foundation
import Testing
import TypedPaths

@testable import TypedDatabase

@Suite struct ServerTimeTests {
    struct Note: Codable, Equatable {
        var at = ServerTime.pending
        var text: String?
    }

    @Test func aMissingDateIsFilledInByTheServer() throws {
        let pending = try TreeEncoder().encode(["a": Note()])
        #expect(pending == PendingValue(nil, serverTimes: [["a", "at"]]))
        #expect(pending.resolved(at: 5) == ["a": ["at": 5]])
        #expect(try TreeEncoder().encode(ServerTime.pending).serverTimes == [.root])
        #expect(
            try TreeEncoder().encode([Note(text: "x")])
                == PendingValue(["0": ["text": "x"]], serverTimes: [["0", "at"]]))
    }

    @Test func aDateThatIsThereIsStoredInMillisecondsWhateverOtherDatesAre() throws {
        let note = Note(at: .date(Date(timeIntervalSince1970: 2.5)))
        let coding = TreeCoding(dates: .iso8601)
        #expect(try tree(note, coding) == ["at": 2500])
        #expect(try decode(Note.self, ["at": 2500], coding) == note)
        #expect(try decode(Note.self, ["text": "x"]) == Note(text: "x"))
    }

    @Test func toOtherCodersItIsAnOptionalDate() throws {
        for note in [Note(text: "x"), Note(at: .date(Date(timeIntervalSince1970: 2)))] {
            let json = try JSONEncoder().encode(note)
            #expect(try JSONDecoder().decode(Note.self, from: json) == note)
        }
        #expect(try JSONDecoder().decode(Note.self, from: Data("{}".utf8)) == Note())
    }

    @Test func aTimeInAPlaceThatIsSaidTwiceIsAnError() throws {
        let value = Saying {
            try $0.encode(ServerTime.pending, forKey: .a)
            try $0.encode(1, forKey: .a)
        }
        #expect(try refusal { _ = try tree(value) } == "a: a place can't have two values")
    }

    @Test func anOptionalTimeIsFilledInOnlyIfItIsPending() throws {
        struct Note: Codable, Equatable {
            var text = "x"
            var editedAt: ServerTime?
        }
        #expect(try TreeEncoder().encode(Note()) == PendingValue(["text": "x"]))
        #expect(
            try TreeEncoder().encode(Note(editedAt: .pending))
                == PendingValue(["text": "x"], serverTimes: [["editedAt"]]))
        #expect(try decode(Note.self, ["text": "x"]) == Note())
        let edited = Note(editedAt: .date(Date(timeIntervalSince1970: 1)))
        #expect(try decode(Note.self, ["text": "x", "editedAt": 1000]) == edited)
        #expect(try JSONDecoder().decode(Note.self, from: JSONEncoder().encode(edited)) == edited)
        #expect(try JSONDecoder().decode(Note.self, from: JSONEncoder().encode(Note())) == Note())
    }

    @Test func aPathToATimeTakesTheServers() async throws {
        let database = TreeDatabase(MemoryEngine())
        let path: Path<ServerTime> = Path.append(Path(), "changedAt")
        try await database.set(.pending, at: path)
        #expect(try await database.value(at: path)?.date != nil)
        let date = Date(timeIntervalSince1970: 1)
        try await database.set(.date(date), at: path)
        #expect(try await database.value(at: path) == .date(date))
    }

    @Test func anotherValueThanANumberIsAnError() throws {
        #expect(throws: DecodingError.self) { try decode(Note.self, ["at": "yesterday"]) }
    }
}
