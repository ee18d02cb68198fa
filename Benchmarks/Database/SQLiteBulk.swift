import TypedDatabase
import TypedDatabaseSQLite
import TypedPaths

extension Benchmark {
    /// A batch of players, written to a new file.
    static let sqliteBulk = Benchmark(
        name: "database-sqlite-bulk",
        summary: "100,000 players in one batch, against hand-written statements"
    ) { session in
        let count = session.isQuick ? 5000 : 100_000
        let samples = Player.samples(1000)
        let players = (0..<count).map { (SQLiteFiles.key($0), samples[$0 % 1000]) }
        let folder = session.folder
        func removeFiles() {
            for end in ["", "-wal", "-shm"] { folder.remove("bulk.sqlite" + end) }
        }
        let results = try session.measure(
            rounds: 7,
            [
                .awaiting(1, prepare: removeFiles) { _ in
                    let database = TreeDatabase(try SQLiteEngine(at: folder["bulk.sqlite"]))
                    try await database.write { batch in
                        for (key, player) in players { batch.set(player, at: Path().player(key)) }
                    }
                },
                .awaiting(1, prepare: removeFiles) { _ in
                    try await SQLitePeer(folder["bulk.sqlite"], .codable).set(players)
                },
                .awaiting(1, prepare: removeFiles) { _ in
                    try await SQLitePeer(folder["bulk.sqlite"], .fields).set(players)
                },
            ]
        ).map(\.time)
        return [
            Figure("\(count) players in a batch", results[0]),
            Figure("  by hand", results[1]),
            Figure("  ratio", results[0] / results[1], .ratio, .atMost(1.3)),
            Figure("  by hand, fields too", results[2]),
            Figure("  ratio", results[0] / results[2], .ratio),
        ]
    }
}
