import Foundation

/// A model of ten fields, of common types.
struct Player: Codable {
    enum Team: String, Codable {
        case red, blue
    }

    var name: String
    var email: String
    var score: Int
    var level: Int
    var rating: Double
    var isOnline: Bool
    var team: Team
    var joinedAt: Date
    var motto: String?
    var tags: [String]
}

extension Player {
    /// Returns players that differ from each other, but not from run to run.
    static func samples(_ count: Int) -> [Player] {
        (0..<count).map { index in
            Player(
                name: "Player number \(index)", email: "player.\(index)@example.org",
                score: index * 7919 % 100_003, level: index % 100,
                rating: Double(index) / 7, isOnline: index.isMultiple(of: 3),
                team: index.isMultiple(of: 2) ? .red : .blue,
                joinedAt: Date(timeIntervalSince1970: 1_500_000_000 + Double(index)),
                motto: index.isMultiple(of: 4) ? nil : "Never give up, \(index) times",
                tags: ["swift", "tree \(index % 10)"])
        }
    }
}
