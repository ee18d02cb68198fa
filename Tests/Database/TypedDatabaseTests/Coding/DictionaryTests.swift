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
        func expect<T: Decodable>(_ type: T.Type, refuses key: String, _ name: String) throws {
            let found = try refusal(type, [TreeKey(key): true], at: ["a"])
            #expect(found == "a/\(key): \"\(key)\" is not the text of any \(name).")
        }
        try expect([Color: Bool].self, refuses: "pink", "Color")
        try expect([Int: Bool].self, refuses: "007", "Int")
        try expect([Int: Bool].self, refuses: "x", "Int")
        try expect([Level: Bool].self, refuses: "1", "Level")
        try expect([Square: Bool].self, refuses: "1x02", "Square")
        try expect([UUID: Bool].self, refuses: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "UUID")
        #expect(try refusal([UserID: Bool].self, ["x": true]) == nil)
    }

    @Test func keysThatADictionaryCantTellApartAreAnError() throws {
        #expect(
            try refusal([String: Int].self, ["é": 1, "e\u{301}": 2])
                == "é: a dictionary can't have both this key and its equal")
        struct Rounded: RawRepresentable, Hashable, Codable, CodingKeyRepresentable {
            var rawValue: Int
            var codingKey: any CodingKey { TreeCodingKey(stringValue: "\(rawValue / 10)") }
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
        #expect(try refusal([Bool: Int].self, ["true": 1]) != nil)
    }
}
