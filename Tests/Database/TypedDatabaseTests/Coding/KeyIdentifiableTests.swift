import Foundation
import Testing
import TypedPaths

@testable import TypedDatabase

@Suite struct KeyIdentifiableTests {
    @Test func theKeyIsThatOfThePlaceAndIsntStored() throws {
        let message = Message(
            id: .init(rawValue: "m0"), author: "ana", text: "Hi",
            sentAt: .date(Date(timeIntervalSince1970: 1)))
        let stored = try tree(message)
        #expect(stored == ["author": "ana", "sentAt": 1000, "text": "Hi"])
        let read = try TreeDecoder().decode(Message.self, from: stored, at: ["messages", "m1"])
        #expect(read.id == MessageID(rawValue: "m1"))
        let given = try TreeDecoder().decode(Message.self, from: stored, at: ["a"], key: "m2")
        #expect(given.id == MessageID(rawValue: "m2"))
    }

    @Test func elementsHaveKeysOfTheirOwn() throws {
        struct List: Codable, KeyIdentifiable {
            var id = ""
            var items: [String: Named<String>]
            var array: [Named<String>?]
            var one: Named<String>?
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
        class Entity: Codable, KeyIdentifiable {
            var id = ""
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
        let item = try TreeDecoder().decode(
            Named<Int>.self, from: ["id": "x", "name": "a"], at: ["7"])
        #expect(item == Named(id: 7, name: "a"))
    }

    @Test func aModelWithNothingElseHasNothingToStore() throws {
        struct Item: Codable, KeyIdentifiable {
            var id = 0
            var name: String?
        }
        #expect(try TreeEncoder().encode(Item(id: 7)) == PendingValue(nil))
        #expect(try TreeEncoder().encode(["a": Item(id: 7)]) == PendingValue(nil))
        #expect(try TreeEncoder().fields(of: Item(id: 7)).map(\.key) == ["name"])
    }

    @Test func aKeyThatIsntOfTheTypeIsAnErrorWithThePlace() throws {
        #expect(
            try refusal([String: Named<Int>].self, ["x7": ["name": "a"]], at: ["items"])
                == "items/x7: \"x7\" is not the text of any Int.")
        #expect(
            try refusal(Named<Int>.self, ["name": "a"])
                == "id: an id is the key of its place, and the root has none")
    }

    @Test func otherCodersStoreIt() throws {
        let item = Named(id: MessageID(rawValue: "m1"), name: "x")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(item)
        #expect(String(decoding: json, as: UTF8.self) == #"{"id":"m1","name":"x"}"#)
        #expect(try JSONDecoder().decode(Named<MessageID>.self, from: json) == item)
    }

    @Test func keysOfAnyTypeAreDecoded() throws {
        let uuid = UUID()
        #expect(try restored("m1") == "m1")
        #expect(try restored(-7) == -7)
        #expect(try restored(uuid) == uuid)
        #expect(try restored(MessageID(rawValue: "m1")) == MessageID(rawValue: "m1"))
    }

    private struct Named<ID: PathKey & Hashable & Codable>: Codable, KeyIdentifiable, Equatable {
        let id: ID
        var name: String
    }

    private func restored<ID: PathKey & Hashable & Codable>(_ id: ID) throws -> ID {
        let stored = try tree(Named(id: id, name: "x"))
        #expect(stored == ["name": "x"])
        let place: TreePlace = ["named", TreeKey(id.pathKey)]
        return try TreeDecoder().decode(Named<ID>.self, from: stored, at: place).id
    }

    /// The id comes as text to a model's own code that asks for that.
    @Test func handWrittenCodeIsGivenTheKey() throws {
        struct Item: Codable, KeyIdentifiable {
            var id: MessageID
            var hasID: Bool

            enum CodingKeys: CodingKey { case id, hasID }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                hasID = try container.contains(.id) && !container.decodeNil(forKey: .id)
                let text = try container.decodeIfPresent(String.self, forKey: .id)
                id = MessageID(rawValue: text ?? "none")
            }
        }
        let item = try TreeDecoder().decode(Item.self, from: ["hasID": true], at: ["m1"])
        #expect(item.id.rawValue == "m1")
        #expect(item.hasID)
    }

    @Test func aModelThatIsOnlyIdentifiableHasItsIDStored() throws {
        struct Item: Codable, Identifiable {
            var id = "x"
        }
        #expect(try tree(Item()) == ["id": "x"])
        #expect(try TreeDecoder().decode(Item.self, from: ["id": "x"], at: ["m1"]).id == "x")
    }

    @Test func otherValuesAtAKeyNamedIDAreStored() throws {
        struct List: Codable, KeyIdentifiable {
            var id = ""
            var names: [String: Int]
        }
        #expect(try tree(List(names: ["id": 1])) == ["names": ["id": 1]])
        #expect(try tree(["id": List(names: ["a": 1])]) == ["id": ["names": ["a": 1]]])
    }

    @Test func aModelWhoseCodingKeysRenameOrOmitTheIDIsAnError() throws {
        struct Renamed: Codable, KeyIdentifiable {
            var id = MessageID.unsaved
            var name = "x"
            enum CodingKeys: String, CodingKey {
                case id = "message_id"
                case name
            }
        }
        struct Omitted: Codable, KeyIdentifiable {
            var id = MessageID.unsaved
            var name = "x"
            enum CodingKeys: CodingKey { case name }
        }
        let reason = "its CodingKeys rename or omit id, which is the key of its place"
        let stored: TreeValue = ["m1": ["message_id": "m", "name": "x"]]
        for found in [
            try refusal { _ = try tree(["m1": Renamed()]) },
            try refusal([String: Renamed].self, stored),
        ] {
            #expect(found == "m1: Renamed is KeyIdentifiable, but \(reason)")
        }
        #expect(throws: EncodingError.self) { try tree(Omitted()) }
        #expect(throws: DecodingError.self) { try decode([String: Omitted].self, stored) }
    }

    @Test func aSuperclassEncodesTheIDOfItsSubclass() throws {
        class Entity: Codable, KeyIdentifiable {
            var id = "e"
        }
        final class Note: Entity {
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Saying.Keys.self)
                try container.encode(1, forKey: .a)
                try super.encode(to: container.superEncoder())
            }
        }
        let note = try JSONDecoder().decode(Note.self, from: Data(#"{"id":"n1"}"#.utf8))
        #expect(try tree(note) == ["a": 1])
    }
}
