import TypedDatabase
import TypedDatabaseSQLite

extension Benchmark {
    /// Reading a player, writing one, and reading fifty, in one task, sequentially.
    static let sqliteOperations = Benchmark(
        name: "database-sqlite-operations",
        summary: "get, set and a page in a file of 10,000, against hand-written statements"
    ) { session in
        let files = try SQLiteFiles(session.isQuick ? 1000 : 10_000, in: session.folder)
        let operations = SQLiteFiles.Operation.allCases
        let results = try session.measure(rounds: 31, operations.flatMap(files.trials))
            .map(\.time)
        return operations.enumerated().flatMap { index, operation in
            let (ours, peer, fields) = (
                results[3 * index], results[3 * index + 1], results[3 * index + 2]
            )
            return [
                Figure(operation.rawValue, ours),
                Figure("  by hand", peer),
                Figure("  ratio", ours / peer, .ratio, .atMost(1.3)),
                Figure("  by hand, fields too", fields),
                Figure("  ratio", ours / fields, .ratio),
            ]
        }
    }

    /// The same operations in a small collection and a large one.
    static let sqliteGrowth = Benchmark(
        name: "database-sqlite-growth",
        summary: "get, set and a page in 1,000,000 players, against 1,000",
        isSlow: true
    ) { session in
        let small = try SQLiteFiles(1000, in: session.folder)
        let large = try SQLiteFiles(session.isQuick ? 100_000 : 1_000_000, in: session.folder)
        let operations = SQLiteFiles.Operation.allCases
        let trials = operations.flatMap { small.trials($0) + large.trials($0) }
        let results = try session.measure(rounds: 31, trials).map(\.time)
        return operations.enumerated().flatMap { index, operation in
            let times = results[(6 * index)..<(6 * index + 6)].map(\.self)
            return SQLiteFiles.growth(
                of: operation.rawValue, to: large.count, ours: (times[0], times[3]),
                byHand: (times[1], times[4]))
        }
    }
}
