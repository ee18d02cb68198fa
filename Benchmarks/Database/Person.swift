import Foundation
import TypedDatabase

/// A record of eight fields and its key, as in `Benchmarks/Peers`.
struct Person: Codable, KeyIdentifiable {
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
        id = SQLiteFiles.key(index)
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
}
