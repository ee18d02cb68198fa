import TypedDatabase
import TypedPaths

/// A load of many tasks with transactions and writes at overlapping places.
package struct TransactionLoad: Sendable {
    /// The number of tasks.
    package let tasks: Int
    /// The number of transactions of each task.
    package let times: Int

    /// Makes a load.
    package init(tasks: Int, times: Int) {
        self.tasks = min(tasks, 64)
        self.times = times
    }

    /// Increments numbers in transactions of one place and of the place above it, with plain writes
    /// in tight loops. Throws if any of them throws, or if an increment is lost.
    package func count(in engine: some DatabaseEngine, writes: Bool = true) async throws {
        // All databases with one engine share its queue.
        let databases = [TreeDatabase(engine), TreeDatabase(engine)]
        let all: Path<[String: Int]> = Path.append(Path(), "all")
        let count: Path<Int> = Path.append(Path(), "all", "count")
        let times = times
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                let database = databases[task % 2]
                group.addTask {
                    for _ in 0..<times {
                        try await database.transaction(at: count) { $0 = ($0 ?? 0) + 1 }
                    }
                }
                guard writes else { continue }
                let other: Path<Int> = Path.append(Path(), "all", "other\(task)")
                group.addTask {
                    for number in 1...times { try await database.set(number, at: other) }
                }
                group.addTask {
                    for _ in 0..<(times / 10) {
                        try await database.transaction(at: all) { all in
                            all = all ?? [:]
                            all?["count", default: 0] += 1
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let found = try await databases[0].value(at: all) ?? [:]
        let expected = tasks * times + (writes ? tasks * (times / 10) : 0)
        try require(found["count"], expected, "the count of \(tasks) tasks × \(times)")
        for task in 0..<(writes ? tasks : 0) {
            try require(found["other\(task)"], times, "the last of the writes of task \(task)")
        }
    }

    /// Transfers between random accounts, with unrelated plain writes, and readers that check the
    /// sum.
    package func transfer(in engine: some DatabaseEngine, accounts: Int = 8) async throws {
        let databases = [TreeDatabase(engine), TreeDatabase(engine)]
        let all: Path<[String: Int]> = Path.append(Path(), "accounts")
        try await databases[0].write { batch in
            for account in 0..<accounts { batch.set(100, at: Self.account(account)) }
        }
        let times = times
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                let database = databases[task % 2]
                group.addTask {
                    var random = SplitMix64(seed: UInt64(task))
                    for _ in 0..<times {
                        try await Self.transfer(among: accounts, in: database, &random)
                    }
                }
                group.addTask {
                    for number in 0..<times {
                        let other: Path<Int> = Path.append(Path(), "others", "\(task)")
                        try await database.set(number, at: other)
                    }
                }
                group.addTask {
                    for _ in 0..<(times / 10) {
                        let balances = try await database.transaction { transaction in
                            try await transaction.value(at: all) ?? [:]
                        }
                        try Self.requireTotal(balances, of: accounts)
                    }
                }
            }
            try await group.waitForAll()
        }
        try Self.requireTotal(try await databases[0].value(at: all) ?? [:], of: accounts)
    }

    private static func transfer(
        among accounts: Int, in database: TreeDatabase, _ random: inout SplitMix64
    ) async throws {
        let source = account(Int.random(in: 0..<accounts, using: &random))
        let target = account(Int.random(in: 0..<accounts, using: &random))
        let amount = Int.random(in: 0...50, using: &random)
        try await database.transaction { transaction in
            let balance = try await transaction.value(at: source) ?? 0
            guard balance >= amount else { return }
            transaction.set(balance - amount, at: source)
            if amount % 2 == 0 { return transaction.increment(target, by: amount) }
            // Yields to the other tasks.
            await Task.yield()
            let other = try await transaction.value(at: target) ?? 0
            transaction.set(other + amount, at: target)
        }
    }

    private static func account(_ number: Int) -> Path<Int> {
        Path.append(Path(), "accounts", "\(number)")
    }

    private static func requireTotal(_ balances: [String: Int], of accounts: Int) throws {
        try require(balances.values.reduce(0, +), accounts * 100, "the total of \(balances)")
        try require(balances.values.allSatisfy { $0 >= 0 }, true, "no debts in \(balances)")
    }
}
