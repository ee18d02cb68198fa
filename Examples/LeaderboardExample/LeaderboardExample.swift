import TypedDatabase
import TypedDatabaseSQLite
import TypedPaths

struct Player: Codable {
    var name: String
    var score: Int
}

/// A list of 100,000 players, ordered by their scores and read page by page.
@main
enum LeaderboardExample {
    static func main() async throws {
        let database = TreeDatabase(
            try SQLiteEngine(at: "leaderboard.sqlite", indexes: Root.indexes))
        if try await !database.exists(at: Path().players) { try await addPlayers(to: database) }

        let best = database.children(of: Path().players).ordered(by: \.score).reversed()
        // database.children(of: Path().players).ordered(by: \.rank)   players have no rank

        var rank = 1
        for try await page in best.pages(of: 5) {
            for child in page.children {
                let player = try child.value
                print("\(rank). \(player.name): \(player.score)")
                rank += 1
            }
            print("…")
            if rank > 10 { break }
        }

        // Player 7 scores, and is watched on the way to the top.
        let player = Path().player("7")
        try await database.transaction(at: player.score) { score in score = 1_000_000 }
        if let first = try await best.first(1).get().first { print("1. \(try first.value.name)") }
        try await database.transaction(at: player.score) { score in score = 49 }
    }

    /// Adds players with distinct scores: 7 and 100,003 have no common divisor.
    private static func addPlayers(to database: TreeDatabase) async throws {
        for start in stride(from: 0, to: 100_000, by: 10_000) {
            try await database.write { batch in
                for number in start..<start + 10_000 {
                    batch.set(
                        Player(name: "Player \(number)", score: number * 7 % 100_003),
                        at: Path().player("\(number)"))
                }
            }
        }
    }
}
