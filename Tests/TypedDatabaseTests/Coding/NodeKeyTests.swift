import Foundation
import Testing

@testable import TypedDatabase

@Suite struct NodeKeyTests {
    @Test func theKeyIsThatOfThePlaceAndIsntStored() throws {
        let message = Message(
            id: .init(rawValue: "m0"), author: "ana", text: "Hi",
            sentAt: Date(timeIntervalSince1970: 1))
        let stored = try tree(message)
        #expect(stored == ["author": "ana", "sentAt": 1000, "text": "Hi"])
        let read = try TreeDecoder().decode(Message.self, from: stored, at: ["messages", "m1"])
        #expect(read.id == MessageID(rawValue: "m1"))
        let given = try TreeDecoder().decode(Message.self, from: stored, at: ["a"], key: "m2")
        #expect(given.id == MessageID(rawValue: "m2"))
    }

    @Test func elementsHaveKeysOfTheirOwn() throws {
        struct Item: Codable {
            @NodeKey var id = ""
            var name: String
        }
        struct List: Codable {
            @NodeKey var id = ""
            var items: [String: Item]
            var array: [Item?]
            var one: Item?
        }
        let item: TreeValue = ["name": "x"]
        let list = try TreeDecoder().decode(
            List.self,
            from: ["items": ["i1": item, "i2": item], "array": ["1": item], "one": item],
            at: ["lists", "l1"])
        #expect(list.id == "l1")
        #expect(list.items.mapValues(\.id) == ["i1": "i1", "i2": "i2"])
        #expect(list.array.map(\.?.id) == ["1"])
        #expect(list.one?.id == "one")
    }

    @Test func aSuperclassIsOfTheSameModel() throws {
        class Entity: Codable {
            @NodeKey var id = ""
        }
        final class Note: Entity {
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Saying.Keys.self)
                try super.init(from: container.superDecoder())
            }
        }
        #expect(try TreeDecoder().decode(Note.self, from: ["a": 1], at: ["n1"]).id == "n1")
        #expect(try TreeDecoder().decode(Entity.self, from: ["a": 1], at: ["n1"]).id == "n1")
    }

    @Test func anotherChildWithThatNameDoesntMatter() throws {
        struct Item: Codable {
            @NodeKey var id = 0
        }
        let item = try TreeDecoder().decode(Item.self, from: ["id": "x", "a": 1], at: ["7"])
        #expect(item.id == 7)
    }

    @Test func aModelWithNothingElseHasNothingToStore() throws {
        struct Item: Codable {
            @NodeKey var id = 0
            var name: String?
        }
        #expect(try TreeEncoder().encode(Item(id: 7)) == PendingValue(nil))
        #expect(try TreeEncoder().encode(["a": Item(id: 7)]) == PendingValue(nil))
        #expect(try TreeEncoder().fields(of: Item(id: 7)).map(\.key) == ["name"])
    }

    @Test func aKeyThatIsntOfTheTypeIsAnErrorWithThePlace() throws {
        struct Item: Codable {
            @NodeKey var id = 0
            var name: String
        }
        #expect(
            try refusal {
                _ = try TreeDecoder().decode(
                    [String: Item].self, from: ["x7": ["name": "a"]], at: ["items"])
            } == "items/x7: \"x7\" is not the text of any Int.")
        #expect(
            try refusal { _ = try decode(Item.self, ["name": "a"]) }
                == "id: a model's @NodeKey is the key of its place, and the root has none")
    }

    @Test func otherCodersStoreIt() throws {
        struct Item: Codable, Equatable {
            @NodeKey var id = MessageID.unsaved
            @NodeKey var number = 0
            @NodeKey var user = UserID.unsaved
        }
        let item = Item(id: .init(rawValue: "m1"), number: 7, user: "ana")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(item)
        #expect(String(decoding: json, as: UTF8.self) == #"{"id":"m1","number":7,"user":"ana"}"#)
        #expect(try JSONDecoder().decode(Item.self, from: json) == item)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                Item.self, from: Data(#"{"id":"a/b","number":7,"user":"ana"}"#.utf8))
        }
    }

    @Test func modelsAreComparedByTheirKeysAsWell() {
        let message = Message(author: "ana", text: "Hi")
        var other = message
        #expect(message == other)
        other.id = MessageID(rawValue: "m1")
        #expect(message != other)
        #expect(Set([NodeKey(wrappedValue: 1), NodeKey(wrappedValue: 1)]).count == 1)
    }
}

@Suite struct ServerTimeTests {
    struct Note: Codable, Equatable {
        @ServerTime var at: Date?
        var text: String?
    }

    @Test func aMissingDateIsFilledInByTheServer() throws {
        let pending = try TreeEncoder().encode(["a": Note()])
        #expect(pending == PendingValue(nil, serverTimes: [["a", "at"]]))
        #expect(pending.resolved(at: 5) == ["a": ["at": 5]])
        #expect(try TreeEncoder().encode(ServerTime(wrappedValue: nil)).serverTimes == [.root])
        #expect(
            try TreeEncoder().encode([Note(at: nil, text: "x")])
                == PendingValue(["0": ["text": "x"]], serverTimes: [["0", "at"]]))
    }

    @Test func aDateThatIsThereIsStoredInMillisecondsWhateverOtherDatesAre() throws {
        let note = Note(at: Date(timeIntervalSince1970: 2.5))
        let coding = TreeCoding(dates: .iso8601)
        #expect(try tree(note, coding) == ["at": 2500])
        #expect(try decode(Note.self, ["at": 2500], coding) == note)
        #expect(try decode(Note.self, ["text": "x"]) == Note(text: "x"))
    }

    @Test func toOtherCodersItIsAnOptionalDate() throws {
        for note in [Note(at: nil, text: "x"), Note(at: Date(timeIntervalSince1970: 2))] {
            let json = try JSONEncoder().encode(note)
            #expect(try JSONDecoder().decode(Note.self, from: json) == note)
        }
        #expect(try JSONDecoder().decode(Note.self, from: Data("{}".utf8)) == Note())
    }

    @Test func aTimeInAPlaceThatIsSaidTwiceIsAnError() throws {
        let value = Saying {
            try $0.encode(ServerTime(wrappedValue: nil), forKey: .a)
            try $0.encode(1, forKey: .a)
        }
        #expect(try refusal { _ = try tree(value) } == "a: a place can't have two values")
    }
}
