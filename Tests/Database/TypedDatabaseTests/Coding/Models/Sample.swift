import Foundation
import TestSupport

@testable import TypedDatabase

/// A model that tests make random values of.
protocol Sample: Codable, Equatable {
    static func random(_ random: inout Randomness) -> Self

    /// The value as it is read back from a place with this key, which differs from the value where a
    /// tree can't tell the two apart.
    func normalForm(at key: String) -> Self

    /// Whether there is something to store.
    var isStored: Bool { get }
}

extension Sample {
    func normalForm(at key: String) -> Self { self }
    var isStored: Bool { true }
}

typealias Randomness = SplitMix64

extension SplitMix64 {
    mutating func bool() -> Bool { .random(using: &self) }

    mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    /// Any value of an integer type, its ends more often than others.
    mutating func integer<I: FixedWidthInteger>(_ type: I.Type = I.self) -> I {
        pick([.min, .max, 0, 1, .random(in: .min ... .max, using: &self)])
    }

    mutating func double() -> Double {
        let exponent = Double(int(-300...300))
        return pick([0, 1, -1.5, 0.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
            + pick([0, Double.random(in: -1...1, using: &self) * pow(10, exponent / 2)])
    }

    mutating func string() -> String {
        String((0..<int(0...8)).map { _ in character() })
    }

    /// A text that a database takes as a key.
    mutating func key() -> String {
        let text = String(string().unicodeScalars.filter { !".#$[]/".unicodeScalars.contains($0) })
        return (try? String(checking: text))
            ?? pick(["0", "1", "-1", "007", "key", "é", "e\u{301}"])
    }

    mutating func character() -> Character {
        pick(Array("aZ09-_ .#$[]/\"\\éß漢😀👩‍👧\u{301}\u{E000}\u{FFFD}"))
    }

    /// To the millisecond, as dates are stored.
    mutating func date() -> Date {
        Date(timeIntervalSince1970: Double(int(-4_000_000_000_000...4_000_000_000_000)) / 1000)
    }

    mutating func data() -> Data {
        Data((0..<int(0...20)).map { _ in integer(UInt8.self) })
    }

    mutating func uuid() -> UUID {
        let digits = (0..<32).map { _ in String(int(0...15), radix: 16) }
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { digits[$0].joined() }
        return UUID(uuidString: groups.joined(separator: "-"))!
    }

    mutating func optional<T>(_ make: (inout Self) -> T) -> T? {
        bool() ? make(&self) : nil
    }

    mutating func array<T>(_ count: ClosedRange<Int> = 0...4, _ make: (inout Self) -> T) -> [T] {
        (0..<int(count)).map { _ in make(&self) }
    }

    mutating func dictionary<K: Hashable, V>(
        _ key: (inout Self) -> K, _ value: (inout Self) -> V
    ) -> [K: V] {
        Dictionary(array { (key(&$0), value(&$0)) }) { $1 }
    }
}
