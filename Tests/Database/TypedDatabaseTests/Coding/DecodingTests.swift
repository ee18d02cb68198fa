import Foundation
import Testing

@testable import TypedDatabase

@Suite struct DecodingTests {
    @Test func missingCollectionsAreEmptyAndMissingOptionalsNil() throws {
        let empty = Collections(
            strings: [], numbers: [], scores: [:], doors: [:], lists: [:], nested: [])
        #expect(try decode(Collections.self, nil) == empty)
        #expect(try decode(Collections.self, ["scores": ["a": 1]]).scores == ["a": 1])
        let none = OptionalCollections(strings: nil, scores: nil, holes: [], sparse: [:], set: nil)
        #expect(try decode(OptionalCollections.self, nil) == none)
        #expect(try decode([String].self, nil) == [])
        #expect(try decode(Int?.self, nil) == nil)
    }

    @Test func missingModelsOfWhichNothingIsStoredComeBack() throws {
        let person = Person(name: "Ana", home: Address(), work: nil, children: [])
        #expect(try tree(person) == ["name": "Ana"])
        #expect(try decode(Person.self, ["name": "Ana"]) == person)
        #expect(try decode([String: Tags].self, ["a": ["0": "b"]])["a"] == Tags(["b"]))
    }

    @Test func missingValuesOfOtherTypesAreAnErrorWithThePlace() throws {
        func missing<T: Decodable>(_ type: T.Type, _ tree: TreeValue?) throws -> String? {
            try refusal { _ = try TreeDecoder().decode(type, from: tree, at: ["people", "ana"]) }
        }
        #expect(
            try missing(Person.self, ["home": ["city": "Ulm"]])
                == "people/ana/name: String needs a value, but there is none")
        #expect(
            try missing(Person.self, nil)
                == "people/ana: Person needs a value, but there is none")
        #expect(
            try missing(Box<Person>.self, ["others": ["0": ["name": "Ana"]]])
                == "people/ana/content: Person needs a value, but there is none")
        #expect(
            try missing(Drawing.self, ["box": 1])
                == "people/ana/background: Shape needs a value, but there is none")
        #expect(try missing(Int.self, nil) == "people/ana: Int needs a value, but there is none")
    }

    @Test func numbersAreReadAsAnyTypeTheyFitInto() throws {
        #expect(try decode(Int.self, 7) == 7)
        #expect(try decode(Double.self, 7) == 7)
        #expect(try decode(Float.self, 7.5) == 7.5)
        #expect(try decode(Int.self, .double(7)) == 7)
        #expect(try decode(UInt64.self, .integer(.max)) == UInt64(Int64.max))
        #expect(try decode(UInt64.self, .double(0x1p63)) == 1 << 63)
        #expect(try decode(Decimal.self, 0.1) == Decimal(string: "0.1"))
        #expect(try decode([Double].self, ["0": 1, "1": 1.5]) == [1, 1.5])
    }

    @Test func numbersThatDontFitAreAnError() throws {
        #expect(
            try refusal { _ = try decode([UInt8].self, ["0": 256]) }
                == "0: 256 doesn't fit into UInt8")
        #expect(
            try refusal { _ = try decode([UInt8].self, ["0": -1]) }
                == "0: -1 doesn't fit into UInt8")
        #expect(
            try refusal { _ = try decode([Int].self, ["0": 1.5]) } == "0: 1.5 doesn't fit into Int")
        #expect(
            try refusal { _ = try decode([Int].self, ["0": 1e300]) }
                == "0: 1e+300 doesn't fit into Int")
        #expect(
            try refusal { _ = try decode([Float].self, ["0": 1e300]) }
                == "0: 1e+300 doesn't fit into Float")
        #expect(
            try refusal { _ = try decode([Decimal].self, ["0": 1e300]) }
                == "0: 1e+300 doesn't fit into Decimal")
    }

    @Test func aBoolIsNoNumberAndANumberNoBool() throws {
        #expect(
            try refusal { _ = try decode([Bool].self, ["0": 1]) }
                == "0: Bool is stored as a bool, but here is a number")
        #expect(
            try refusal { _ = try decode([Int].self, ["0": true]) }
                == "0: Int is stored as an integer, but here is a bool")
        #expect(
            try refusal { _ = try decode([Double].self, ["0": false]) }
                == "0: Double is stored as a number, but here is a bool")
    }

    @Test func otherKindsOfValuesAreAnErrorWithThePlace() throws {
        func mismatch<T: Decodable>(_ type: T.Type, _ tree: TreeValue?) throws -> String? {
            try refusal { _ = try TreeDecoder().decode(type, from: tree, at: ["a", "b"]) }
        }
        #expect(
            try mismatch(Person.self, ["name": "Ana", "children": ["0": ["name": 1]]])
                == "a/b/children/0/name: String is stored as a string, but here is a number")
        #expect(
            try mismatch([String].self, "text")
                == "a/b: an array is stored as children, but here is a string")
        #expect(
            try mismatch([String: Int].self, 7)
                == "a/b: Dictionary<String, Int> is stored as children, but here is a number")
        #expect(
            try mismatch(Person.self, true)
                == "a/b: a model is stored as children, but here is a bool")
        #expect(
            try mismatch(Int.self, ["x": 1])
                == "a/b: Int is stored as an integer, but here are children")
        #expect(try mismatch(URL.self, "") == "a/b: \"\" is no URL")
        #expect(try mismatch(Data.self, "???") == "a/b: the string isn't base64")
    }

    @Test func arraysHaveNoOtherKeysThanIndices() throws {
        func keys(_ tree: TreeValue) throws -> String? {
            try refusal { _ = try TreeDecoder().decode([Int].self, from: tree, at: ["a"]) }
        }
        let reason = "an array has the keys 0, 1, and so on, but here is"
        #expect(try keys(["0": 1, "x": 2]) == "a: \(reason) \"x\"")
        #expect(try keys(["-1": 1]) == "a: \(reason) \"-1\"")
        #expect(try keys(["-0": 1]) == "a: \(reason) \"-0\"")
        #expect(try keys(["00": 1]) == "a: \(reason) \"00\"")
        #expect(try keys(["3000000000": 1]) == "a: \(reason) \"3000000000\"")
        #expect(try keys(["10": 1, "2147483647": 1]) == nil)
    }

    @Test func stringsAreReadToTheByte() throws {
        let texts = ["é", "e\u{301}", "\u{0}", "👩‍👧", ""]
        let back = try decode([String].self, tree(texts))
        #expect(back.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }

    @Test func modelsSeeWhatTheUserOfTheCoderPutsThere() throws {
        let key = CodingUserInfoKey(rawValue: "language")!
        struct Greeting: Codable {
            var text: String

            init() { text = "" }

            init(from decoder: any Decoder) throws {
                text = decoder.userInfo[CodingUserInfoKey(rawValue: "language")!] as? String ?? ""
            }

            func encode(to encoder: any Encoder) throws {
                let text = encoder.userInfo[CodingUserInfoKey(rawValue: "language")!] as? String
                var container = encoder.singleValueContainer()
                try container.encode(text)
            }
        }
        let coding = TreeCoding(userInfo: [key: "German"])
        #expect(try tree(Greeting(), coding) == "German")
        #expect(try decode(Greeting.self, true, coding).text == "German")
    }
}
