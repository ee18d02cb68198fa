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
        #expect(
            try decode([String: Wrapped<[String]>].self, ["a": ["0": "b"]])["a"]?.content == ["b"])
    }

    @Test func missingValuesOfOtherTypesAreAnErrorWithThePlace() throws {
        let place: TreePlace = ["people", "ana"]
        #expect(
            try refusal(Person.self, ["home": ["city": "Ulm"]], at: place)
                == "people/ana/name: String needs a value, but there is none")
        #expect(
            try refusal(Person.self, nil, at: place)
                == "people/ana: Person needs a value, but there is none")
        #expect(
            try refusal(Box<Person>.self, ["others": ["0": ["name": "Ana"]]], at: place)
                == "people/ana/content: Person needs a value, but there is none")
        #expect(
            try refusal(Drawing.self, ["box": 1], at: place)
                == "people/ana/background: Shape needs a value, but there is none")
        #expect(
            try refusal(Int.self, nil, at: place)
                == "people/ana: Int needs a value, but there is none")
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
        #expect(try refusal([UInt8].self, ["0": 256]) == "0: 256 doesn't fit into UInt8")
        #expect(try refusal([UInt8].self, ["0": -1]) == "0: -1 doesn't fit into UInt8")
        #expect(try refusal([Int].self, ["0": 1.5]) == "0: 1.5 doesn't fit into Int")
        #expect(try refusal([Int].self, ["0": 1e300]) == "0: 1e+300 doesn't fit into Int")
        #expect(try refusal([Float].self, ["0": 1e300]) == "0: 1e+300 doesn't fit into Float")
        #expect(try refusal([Decimal].self, ["0": 1e300]) == "0: 1e+300 doesn't fit into Decimal")
    }

    @Test func aBoolIsNoNumberAndANumberNoBool() throws {
        #expect(
            try refusal([Bool].self, ["0": 1])
                == "0: Bool is stored as a bool, but here is a number")
        #expect(
            try refusal([Int].self, ["0": true])
                == "0: Int is stored as an integer, but here is a bool")
        #expect(
            try refusal([Double].self, ["0": false])
                == "0: Double is stored as a number, but here is a bool")
    }

    @Test func otherKindsOfValuesAreAnErrorWithThePlace() throws {
        let place: TreePlace = ["a", "b"]
        #expect(
            try refusal(Person.self, ["name": "Ana", "children": ["0": ["name": 1]]], at: place)
                == "a/b/children/0/name: String is stored as a string, but here is a number")
        #expect(
            try refusal([String].self, "text", at: place)
                == "a/b: an array is stored as children, but here is a string")
        #expect(
            try refusal([String: Int].self, 7, at: place)
                == "a/b: Dictionary<String, Int> is stored as children, but here is a number")
        #expect(
            try refusal(Person.self, true, at: place)
                == "a/b: a model is stored as children, but here is a bool")
        #expect(
            try refusal(Int.self, ["x": 1], at: place)
                == "a/b: Int is stored as an integer, but here are children")
        #expect(try refusal(URL.self, "", at: place) == "a/b: \"\" is no URL")
        #expect(try refusal(Data.self, "???", at: place) == "a/b: the string isn't base64")
    }

    @Test func arraysHaveNoOtherKeysThanIndices() throws {
        let reason = "an array has the keys 0, 1, and so on, but here is"
        for key in ["x", "-1", "-0", "00", "3000000000"] {
            let found = try refusal([Int].self, ["0": 1, TreeKey(key): 2], at: ["a"])
            #expect(found == "a: \(reason) \"\(key)\"")
        }
        #expect(try decode([Int].self, ["10": 1, "2147483647": 1]) == [1, 1])
    }

    @Test func anUnkeyedContainerCountsItsElements() throws {
        struct Indices: Decodable {
            var all: [Int?] = []

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                while !container.isAtEnd {
                    all += [container.currentIndex, container.count]
                    _ = try container.decode(Int.self)
                }
            }
        }
        #expect(try decode(Indices.self, ["0": 1, "2": 3]).all == [0, 2, 1, 2])
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
