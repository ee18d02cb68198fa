import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite struct OrderBytesTests {
    @Test(
        arguments: [
            (nil, [1]), (false, [2]), (true, [3]), (["a": 1], [6]),
            (0, [4, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x80, 0]),
            (1, [4, 0xBF, 0xF0, 0, 0, 0, 0, 0, 0, 0x80, 0]),
            (-1.5, [4, 0x40, 0x07, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            ("", [5, 0]), ("a", [5, 0x61, 0]), ("\0\u{1}", [5, 1, 1, 1, 2, 0]),
            ("\u{E000}", [5, 0xF8, 0x80, 0x80, 0]),
        ] as [(TreeValue?, [UInt8])])
    func theBytesOfAValue(_ value: TreeValue?, _ bytes: [UInt8]) {
        #expect(OrderBytes(value).bytes == bytes)
    }

    /// The library's own order is that of `TreeSelection.select`.
    private func comesFirst(_ a: TreeValue, _ b: TreeValue) -> Bool {
        let selected = TreeSelection(order: .value).select(from: ["a": b, "b": a])
        return selected.first?.key == "b"
    }

    @Test func bytesSortAsValuesDo() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<100_000 {
            let (a, b) = (TreeValue.hard(&random), TreeValue.hard(&random))
            let (x, y) = (OrderBytes(a).bytes, OrderBytes(b).bytes)
            try #require(x.lexicographicallyPrecedes(y) == comesFirst(a, b), "\(a) and \(b)")
            try #require((x == y) == (!comesFirst(a, b) && !comesFirst(b, a)), "\(a) and \(b)")
            try #require(x == y || !x.starts(with: y), "\(a) and \(b)")
        }
    }

    @Test func aPositionSaysWhereItsKeyIs() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<10_000 {
            let (value, key) = (TreeValue.hard(&random), TreeKey.hard(&random))
            let position = IndexEntry(key, OrderBytes(value), in: .root).position
            let start = try OrderBytes.count(in: position)
            try #require(try TreeKey.read(from: position, at: start).key == key)
        }
    }

    @Test(arguments: [[], [0], [7], [5, 0x61]] as [[UInt8]])
    func otherBytesAreDamage(_ bytes: [UInt8]) {
        #expect(throws: SQLiteFailure.self) { try OrderBytes.count(in: bytes) }
    }
}

extension TreeValue {
    /// Values that are hard to sort.
    fileprivate static func hard(_ random: inout some RandomNumberGenerator) -> TreeValue {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .bool(Bool.random(using: &random))
        case 1: return [TreeKey("a"): 1]
        case 2: return .string(TreeKey.hard(&random).text)
        case 3:
            let texts = ["", "\0", "\u{1}", "\0\0", "\0\u{1}", "\u{2}", "a", "a\0", "a\u{1}b"]
            return .string(texts.randomElement(using: &random) ?? "")
        case 4:
            // Powers of two, and what is next to them.
            let power = Int64(
                truncatingIfNeeded: UInt64(1) << UInt64.random(in: 50...63, using: &random))
            return .integer(power &+ Int64.random(in: -1026...1026, using: &random))
        case 5:
            let exponent = Double.random(in: -3...70, using: &random)
            return .number(
                Double(signOf: Double.random(in: -1...1, using: &random), magnitudeOf: 2)
                    * exponent.rounded())
        case 6:
            let doubles = [0x1p63, -0x1p63, 0x1.0000000000001p63, 0x1.fffffffffffffp62, 0.5, -0.5]
            return .number(doubles.randomElement(using: &random) ?? 0)
        default: return .integer(Int64.random(in: -3...3, using: &random))
        }
    }
}
