import Foundation
import Testing

@testable import TypedDatabase

@Suite struct CodingLimitTests {
    private func refused(_ value: some Encodable) throws -> String? {
        try refusal { _ = try TreeEncoder().encode(value, at: ["rooms", "r1"]) }
    }

    @Test func numbersOutOfRangeAreRefused() throws {
        #expect(
            try refused(["a": Double.nan])
                == "rooms/r1/a: nan can't be stored; a number must be finite")
        #expect(
            try refused([-Float.infinity])
                == "rooms/r1/0: -inf can't be stored; a number must be finite")
        #expect(
            try refused(["a": [UInt64.max]])
                == "rooms/r1/a/0: the integer 18446744073709551615 can't be stored; integers are from "
                + "-9223372036854775808 to 9223372036854775807, so store a string or a Double")
        #expect(
            try refused(Decimal.nan) == "rooms/r1: nan can't be stored; a number must be finite")
        #expect(
            try refused(["a": Date(timeIntervalSince1970: .infinity)])
                == "rooms/r1/a: the date is too far from 1970 to be stored in milliseconds")
    }

    /// Foundation ends the process when it prints a `Date` of NaN.
    @Test(arguments: [TreeCoding.Dates.millisecondsSince1970, .secondsSince1970, .iso8601])
    func theErrorForADateThatIsNoNumberCanBePrinted(_ dates: TreeCoding.Dates) throws {
        let encoder = TreeEncoder(TreeCoding(dates: dates))
        let date = Date(timeIntervalSince1970: .nan)
        let error = #expect(throws: EncodingError.self) { try encoder.encode(["at": date]) }
        #expect(error.map { "\($0)" }?.contains("nan") == true)
    }

    @Test func keysThatTheDatabaseForbidsAreRefused() throws {
        let rule = "nor any other of . # $ [ ] / and control characters."
        #expect(
            try refused(["members": ["a.b": true]])
                == "rooms/r1/members/a.b: \"a.b\" is no key: A key can't contain \".\", \(rule)")
        #expect(try refused(["": 1]) == "rooms/r1/: \"\" is no key: A key can't be empty.")
        #expect(
            try refused([String(repeating: "é", count: 385): 1])?.hasSuffix(
                "A key can't be longer than 768 bytes of UTF-8; this one has 770.") == true)
        #expect(try refused([String(repeating: "é", count: 384): 1]) == nil)
        #expect(try refused(Saying { try $0.encode(1, forKey: .slash) }) != nil)
        #expect(
            try refused(
                Saying {
                    var nested = $0.nestedContainer(keyedBy: Saying.Keys.self, forKey: .slash)
                    try nested.encode(1, forKey: .a)
                }) != nil)
    }

    @Test func keysAreRefusedAsTreeLimitsSay() throws {
        for scalar in (0...0x180).compactMap(Unicode.Scalar.init) {
            let key = "a\(scalar)"
            let isAllowed = (try? String(checking: key)) != nil
            #expect(TreeLimits.allows(TreeKey(key)) == isAllowed)
        }
    }

    @Test func stringsThatAreTooLongAreRefused() throws {
        let limit = TreeLimits.stringUTF8Count
        #expect(try refused(String(repeating: "a", count: limit)) == nil)
        #expect(
            try refused(["a": String(repeating: "a", count: limit + 1)])
                == "rooms/r1/a: a string can have at most 10485760 bytes of UTF-8; "
                + "this one has 10485761")
    }

    @Test func treesThatAreTooDeepAreRefused() throws {
        final class Link: Codable {
            var next: Link?
            var name: String?
        }
        func chain(_ length: Int) -> Link {
            let last = Link()
            last.name = "last"
            return (1..<length).reduce(last) { link, _ in
                let before = Link()
                before.next = link
                return before
            }
        }
        let deepest = try TreeEncoder().tree(of: chain(32))
        try TreeLimits.check(deepest, at: .root)
        _ = try TreeDecoder().decode(Link.self, from: deepest)
        #expect(
            try refusal { _ = try TreeEncoder().tree(of: chain(33)) }?.hasSuffix("deeper") == true)
        #expect(try refused(chain(31))?.hasSuffix("it is deeper") == true)

        let cycle = Link()
        cycle.next = cycle
        #expect(
            try refused(cycle)
                == "rooms/r1/" + String(repeating: "next/", count: 30)
                + "next: a tree can be 32 keys deep; here it is deeper")
        cycle.next = nil
    }

    @Test func treesThatAreTooDeepAreAnErrorNotACrash() throws {
        final class Endless: Decodable {
            let next: Endless
        }
        #expect(try refusal(Endless.self, ["a": 1])?.hasSuffix("deeper") == true)
        var deep: TreeValue = 1
        for _ in 0..<100 { deep = ["children": ["0": deep, "1": deep], "name": "x"] }
        #expect(try refusal(Person.self, deep) != nil)
    }

    @Test func valuesThatContainThemselvesAreAnErrorNotACrash() throws {
        struct Endless: Codable {
            init() {}

            init(from decoder: any Decoder) throws {
                self = try decoder.singleValueContainer().decode(Endless.self)
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(self)
            }
        }
        #expect(try refused(Endless()) != nil)
        #expect(try refusal(Endless.self, 1) != nil)
    }

    @Test func twoValuesInOnePlaceAreAnErrorNotACrash() throws {
        struct Both: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Saying.Keys.self)
                try container.encode(1, forKey: .a)
                var single = encoder.singleValueContainer()
                try single.encode("x")
            }
        }
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                try 1.encode(to: encoder)
                try 2.encode(to: encoder)
            }
        }
        let reason = "a place can't have two of a value, an array, and children by key"
        #expect(try refused([Both()]) == "rooms/r1/0: \(reason)")
        #expect(try refused(Twice()) == "rooms/r1: \(reason)")
    }
}
