import Foundation
import Testing

@testable import TypedDatabase

@Suite struct DictionaryTests {
    @Test func keysOfAnyTypeAreKeysOfChildren() throws {
        #expect(try tree([Color.red: 1]) == ["red": 1])
        #expect(try tree([Level.low: 1]) == ["-1": 1])
        #expect(try tree([UserID(rawValue: "ana"): 1]) == ["ana": 1])
        #expect(try tree([UInt8(7): 1, 200: 2]) == ["7": 1, "200": 2])
        #expect(try tree([Square(column: 1, row: 2): 1]) == ["1x2": 1])
        let id = UUID()
        #expect(try tree([id: 1]) == [TreeKey(id.uuidString): 1])
        #expect(try tree([[Color.red: [Level.high: 1]]]) == ["0": ["red": ["10": 1]]])
        #expect(try tree(Optional([Color.red: 1])) == ["red": 1])
    }

    @Test func keysThatArentOfTheTypeAreAnErrorWithThePlace() throws {
        func wrong<T: Decodable>(_ type: T.Type, _ key: String) throws -> String? {
            let tree: TreeValue = [TreeKey(key): true]
            return try refusal { _ = try TreeDecoder().decode(type, from: tree, at: ["a"]) }
        }
        #expect(
            try wrong([Color: Bool].self, "pink")
                == "a/pink: \"pink\" is not the text of any Color.")
        #expect(try wrong([Int: Bool].self, "007") == "a/007: \"007\" is not the text of any Int.")
        #expect(try wrong([Int: Bool].self, "x") == "a/x: \"x\" is not the text of any Int.")
        #expect(try wrong([Level: Bool].self, "1") == "a/1: \"1\" is not the text of any Level.")
        #expect(
            try wrong([Square: Bool].self, "1x02")
                == "a/1x02: \"1x02\" is not the text of any Square.")
        #expect(
            try wrong([UUID: Bool].self, "e621e1f8-c36c-495a-93fc-0c247a3e6e5f")?
                .hasSuffix("is not the text of any UUID.") == true)
        #expect(try wrong([UserID: Bool].self, "x") == nil)
    }

    @Test func keysThatADictionaryCantTellApartAreAnError() throws {
        #expect(
            try refusal { _ = try decode([String: Int].self, ["é": 1, "e\u{301}": 2]) }
                == "é: a dictionary can't have both this key and its equal")
        struct Rounded: RawRepresentable, Hashable, Codable, CodingKeyRepresentable {
            var rawValue: Int
            var codingKey: any CodingKey { TextKey(stringValue: "\(rawValue / 10)") }
            init(rawValue: Int) { self.rawValue = rawValue }
            init?(codingKey: some CodingKey) { nil }
        }
        #expect(
            try refusal { _ = try tree([Rounded(rawValue: 1): 1, Rounded(rawValue: 2): 2]) }
                == "0: a place can't have two values")
    }

    @Test func keysThatCantBeThoseOfChildrenAreAnError() throws {
        #expect(
            try refusal { _ = try tree([Date(): 1]) }
                == ": Date can't be the key of a child; a type can that is a PathKey or "
                + "CodingKeyRepresentable, or whose raw value is a string or an integer")
        #expect(try refusal { _ = try decode([Bool: Int].self, ["true": 1]) } != nil)
    }
}
