import Foundation
import Testing

@testable import TypedDatabase

@Suite struct EncodingTests {
    @Test func aModelIsChildrenByKey() throws {
        let room = Chatroom(
            members: ["ben", "ana"],
            messages: ["m1": Message(author: "ana", text: "Hi")],
            pinned: [])
        let pending = try TreeEncoder().encode(room)
        #expect(
            pending.value == [
                "members": ["ana": true, "ben": true],
                "messages": ["m1": ["author": "ana", "text": "Hi"]],
            ])
        #expect(pending.serverTimes == [["messages", "m1", "sentAt"]])
    }

    @Test func scalarsAndArraysCanBeAllThereIs() throws {
        #expect(try tree(true) == true)
        #expect(try tree(7) == 7)
        #expect(try tree(UInt8(7)) == 7)
        #expect(try tree(1.5) == 1.5)
        #expect(try tree(Float(0.5)) == 0.5)
        #expect(try tree("text") == "text")
        #expect(try tree(Color.red) == "red")
        #expect(try tree(["a", "b"]) == ["0": "a", "1": "b"])
        #expect(try tree([1: "a", -1: "b"]) == ["-1": "b", "1": "a"])
        #expect(try tree(Int?.none) == nil)
        #expect(try tree([Int]()) == nil)
    }

    @Test func integralDoublesAreIntegers() throws {
        #expect(try tree([1.0, -0.0, 1e300]) == ["0": 1, "1": 0, "2": 1e300])
    }

    @Test func elementsThatAreNothingAreSkippedAndTheOthersKeepTheirPlaces() throws {
        #expect(try tree([1, nil, 3]) == ["0": 1, "2": 3])
        #expect(try tree([[1], [], [3]]) == ["0": ["0": 1], "2": ["0": 3]])
        #expect(try decode([Int].self, ["0": 1, "2": 3]) == [1, 3])
        #expect(try decode([Int?].self, ["0": 1, "2": 3]) == [1, 3])
        #expect(try decode([[Int]].self, ["0": ["0": 1], "2": ["0": 3]]) == [[1], [3]])
    }

    @Test func casesOfEnumsAreTheirNames() throws {
        #expect(try tree(Shape.circle(radius: 2)) == ["circle": ["radius": 2]])
        #expect(try tree(Shape.rectangle(1, 2)) == ["rectangle": ["_0": 1, "_1": 2]])
        #expect(try tree(Shape.nothing) == ["nothing": true])
        #expect(try tree(Shape.polygon(points: [])) == ["polygon": true])
        #expect(
            try tree([Shape.group(.nothing, name: nil)])
                == ["0": ["group": ["_0": ["nothing": true]]]])
    }

    @Test func foundationsTypesAreScalars() throws {
        #expect(try tree(URL(string: "https://a.org/b?c#d")) == "https://a.org/b?c#d")
        #expect(
            try tree(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
                == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        #expect(try tree(Data([1, 2, 3])) == "AQID")
        #expect(try tree(Decimal(string: "12.34")) == 12.34)
        #expect(try tree(Decimal(string: "9223372036854775807")) == .integer(.max))
        #expect(try tree(Date(timeIntervalSince1970: 1.2345)) == 1235)
    }

    @Test func superclassesHaveAPlaceOfTheirOwnOrShareOne() throws {
        let dog = Dog(name: "Rex", legs: 4, tricks: ["sit"])
        #expect(try tree(dog) == ["super": ["legs": 4, "name": "Rex"], "tricks": ["0": "sit"]])
        let bird = Bird(name: "Tux", legs: nil, canFly: false)
        #expect(try tree(bird) == ["canFly": false, "name": "Tux"])
    }

    @Test func keysAreInTheDatabasesOrder() throws {
        let numbers = Dictionary(uniqueKeysWithValues: (0..<200).map { ("\($0)", $0) })
        let encoded = try tree(numbers)
        #expect(encoded?.children.map(\.key.text) == (0..<200).map { "\($0)" })
    }

    @Test func ofAKeyThatIsSaidTwiceTheLastCounts() throws {
        #expect(
            try tree(
                Saying {
                    try $0.encode(1, forKey: .a)
                    try $0.encode(2, forKey: .a)
                }) == ["a": 2])
        #expect(
            try tree(
                Saying {
                    try $0.encode(1, forKey: .a)
                    try $0.encodeNil(forKey: .a)
                }) == nil)
    }

    @Test func manyServerTimesAreInOrder() throws {
        let notes = (0..<20).map { ("n\($0)", ServerTimeTests.Note()) }
        let pending = try TreeEncoder().encode(Dictionary(uniqueKeysWithValues: notes))
        #expect(
            pending.serverTimes
                == notes.map { [TreeKey($0.0), "at"] }.sorted { $0.keys[0] < $1.keys[0] })
    }

    @Test func containersOfOneKeyAreOne() throws {
        let value = Saying {
            var first = $0.nestedContainer(keyedBy: Saying.Keys.self, forKey: .a)
            try first.encode(1, forKey: .a)
            var second = $0.nestedContainer(keyedBy: Saying.Keys.self, forKey: .a)
            try second.encode(2, forKey: .b)
            try first.encode(3, forKey: .c)
        }
        #expect(try tree(value) == ["a": ["a": 1, "b": 2, "c": 3]])
    }

    @Test func fieldsAreThoseThatAModelHasWithNilOnesAndEmptyOnes() throws {
        let message = Message(author: "ana", text: "Hi")
        let fields = try TreeEncoder().fields(of: message, at: ["m1"])
        #expect(fields.map(\.key) == ["author", "sentAt", "text"])
        #expect(
            fields.map(\.value) == [
                PendingValue("ana"), PendingValue(nil, serverTimes: [.root]), PendingValue("Hi"),
            ])
        let room = try TreeEncoder().fields(of: Chatroom())
        #expect(room.map(\.key) == ["doors", "draft", "members", "messages", "pinned"])
        #expect(room.allSatisfy { $0.value == PendingValue(nil) })
        #expect(
            try refusal { _ = try TreeEncoder().fields(of: [1], at: ["a"]) }
                == "a: Array<Int> has no fields to be written one by one")
    }
}

/// Says what a test wants it to.
struct Saying: Encodable {
    enum Keys: String, CodingKey {
        case a, b, c
        case slash = "a/b"
    }

    let body: (inout KeyedEncodingContainer<Keys>) throws -> Void

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try body(&container)
    }
}
