import Foundation
import TypedDatabase

/// A record of eight fields and its key, the same for all stores.
struct Person: Codable, KeyIdentifiable, Sendable {
    var id: String
    var name: String
    var email: String
    var score: Int
    var level: Int
    var rating: Double
    var isOnline: Bool
    var joinedAt: Date
    var motto: String?
}

extension Person {
    /// Makes a record that differs from the others, but not from run to run.
    init(_ index: Int) {
        id = Person.key(index)
        name = "Person number \(index)"
        email = "person.\(index)@example.org"
        score = index * 7919 % 100_003
        level = index % 100
        rating = Double(index) / 7
        isOnline = index.isMultiple(of: 3)
        joinedAt = Date(timeIntervalSince1970: 1_500_000_000 + Double(index))
        motto =
            index.isMultiple(of: 4) ? nil : "Never give up, says number \(index), whatever it takes"
    }

    static func samples(_ count: Int) -> [Person] {
        (0..<count).map { Person($0) }
    }

    /// Returns a key as a push ID: 8 characters for the time, 12 that look random.
    static func key(_ index: Int) -> String {
        let digits = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
        func text(_ number: UInt64, count: Int) -> String {
            String((0..<count).reversed().map { digits[Int(number >> (6 * UInt64($0)) & 63)] })
        }
        let time = text(1_700_000_000_000 + UInt64(index) * 1000, count: 8)
        let (random, more) = (scrambled(UInt64(index)), scrambled(~UInt64(index)))
        return time + text(random, count: 10) + text(more, count: 2)
    }

    /// SplitMix64's output function.
    private static func scrambled(_ number: UInt64) -> UInt64 {
        var bits = number &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
