import Foundation
import PathSchema
import TestSupport
import Testing
import TypedDatabase

@testable import SchemaDiff

/// The verdicts on pairs of types are those of `TreeDecoder`.
@Suite struct ReadingTests {
    /// A type with values that try its limits.
    struct Known: Sendable {
        let name: String
        let stored: [TreeValue]
        let decodes: @Sendable (TreeValue) -> Bool
    }

    private static func known<T: Codable & Sendable>(_ name: String, _ values: [T]) -> Known {
        Known(
            name: name, stored: values.compactMap { try? TreeEncoder().tree(of: $0) },
            decodes: { (try? TreeDecoder().decode(T.self, from: $0)) != nil })
    }

    private static func integers<I: FixedWidthInteger & Codable & Sendable>(
        _ type: I.Type
    ) -> Known {
        known("\(I.self)", [I.min, 0, 7, I.max, I(clamping: Int64.max)])
    }

    static let all: [Known] = [
        known("String", ["", "x y", "7", "no uuid", "%", "AQI"]), known("Bool", [true, false]),
        integers(Int.self), integers(Int8.self), integers(Int16.self), integers(Int32.self),
        integers(Int64.self), integers(UInt.self), integers(UInt8.self), integers(UInt16.self),
        integers(UInt32.self), integers(UInt64.self),
        known(
            "Double", [0.5, -3, 1e300, -1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude]),
        known("Float", [0.5, -3, .greatestFiniteMagnitude, .leastNonzeroMagnitude] as [Float]),
        known(
            "Decimal",
            [0.25, 17, Decimal(string: "1e100")!, Decimal(string: "1e-100")!] as [Decimal]),
        known(
            "Date", [Date(timeIntervalSince1970: 1_700_000_000.5), .distantPast, .distantFuture]),
        known("ServerTime", [ServerTime.date(.distantPast), .date(.distantFuture)]),
        known("URL", [URL(string: "https://example.com/a?b#c")!, URL(string: "a")!]),
        known("UUID", [UUID(), UUID()]),
        known("Data", [Data(), Data([1, 2]), Data([255, 255, 255])]),
        known("[Int]", [[1, 2, -300], [.max], Array(repeating: 1, count: 300)]),
        known("[Int8]", [Array(repeating: -3, count: 300)] as [[Int8]]),
        known("[String]", [["a", ""], Array(repeating: "7", count: 300)]),
        known("Set<Int>", [[1, 2, -300], Set(1...300)] as [Set<Int>]),
        known("[[Int]]", [Array(repeating: [1], count: 300)]),
        known("[Int?]", [[1, nil] + Array(repeating: 300, count: 300)]),
        known("[String: Int]", [["a": 1, "007": 2]]), known("[String: Double]", [["a": 0.5]]),
        known("[Int: Int]", [[-1: 1, .max: 2]]),
        known("[UInt8: Int]", [[1: 300]] as [[UInt8: Int]]),
        known("[UInt: Int]", [[.max / 2: 1]] as [[UInt: Int]]),
        known("[UUID: Int]", [[UUID(): 1]]), known("[Int: [String]]", [[-3: ["a"]]]),
        known("[String: [Int: Int]]", [["a": [-7: 1]]]),
    ]

    @Test(arguments: all)
    func verdictsAreThoseOfTheDecoder(stored: Known) {
        for type in Self.all {
            let reading = Reading(of: StoredType(stored.name), as: StoredType(type.name))
            let isRead = stored.stored.allSatisfy(type.decodes)
            #expect(
                isRead == (reading == .all || reading == .otherwise),
                "\(stored.name) as \(type.name): \(reading)")
            #expect((reading == .all) || stored.name != type.name)
        }
    }

    @Test(arguments: [
        ("Int", "Double", Reading.all), ("Int", "Int64", .all), ("Int", "Int?", .all),
        ("Double", "Int", .refused), ("Date", "String", .refused), ("Date", "Int", .otherwise),
        ("Int", "Float", .otherwise), ("Int8", "Float", .all), ("Message", "Post", .unknown),
        ("Message", "Message?", .all), ("Message", "Int", .unknown),
        ("[Message]", "[Post]", .unknown),
        ("[Message]", "Int", .refused), ("Swift.Int", "Int", .all),
        ("TimeInterval", "Double", .all),
        ("Foundation.Date", "Date", .all), ("Page<Int>", "Page<String>", .unknown),
        ("[UserID: Int]", "[String: Int]", .all), ("[String: Int]", "[UserID: Int]", .unknown),
        ("[Int]", "Set<Int>", .otherwise),
        ("[String: [String: Int]]", "[String: [Int: Int]]", .refused),
    ])
    func verdict(stored: String, type: String, expected: Reading) {
        #expect(Reading(of: StoredType(stored), as: StoredType(type)) == expected)
    }
}
