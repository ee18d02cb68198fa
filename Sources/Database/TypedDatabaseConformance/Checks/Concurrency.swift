import TypedDatabase
import TypedPaths

extension EngineConformance {
    /// Checks of many concurrent tasks.
    static let concurrency: [ConformanceCheck] = [
        ConformanceCheck("a write that has returned is seen by the next read of any task") {
            engine in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        let place: TreePlace = ["all", "\(task)"]
                        for number in 0..<20 as Range<Int64> {
                            try await engine.set(.integer(number), at: place)
                            let read = Task { try await engine.read(place, .all).value }
                            try require(try await read.value, .integer(number), shown(place))
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
        ConformanceCheck("no reader sees a batch in part") { engine in
            try await engine.writePair(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await engine.writePairs() }
                for _ in 0..<4 {
                    group.addTask {
                        var value: TreeValue?
                        while value?[["a", "x"]] != lastPair {
                            try Task.checkCancellation()
                            // An engine may never suspend, and the writer needs a thread as well.
                            await Task.yield()
                            value = try await engine.read(.root, .all).value
                            try requirePair(value)
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
        ConformanceCheck("no watch sees a batch in part, nor misses the last") { engine in
            try await engine.writePair(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for pause in [0, 0, 1, 5] {
                    var begun = Follower(engine, .root)
                    try await begun.next()
                    group.addTask { [begun] in
                        var follower = begun
                        while follower.state?[["a", "x"]] != lastPair {
                            try await follower.next()
                            try requirePair(follower.state)
                            try await Task.sleep(for: .milliseconds(pause))
                        }
                    }
                }
                group.addTask { try await engine.writePairs() }
                try await group.waitForAll()
            }
        },
        ConformanceCheck("a cancelled write doesn't undo a later one") { engine in
            let numbers = 0..<20 as Range<Int64>
            for number in numbers {
                let place: TreePlace = ["all", "\(number)"]
                let write = Task { try await engine.set("old", at: place) }
                try await Task.sleep(for: .microseconds(number * 50))
                write.cancel()
                _ = await write.result
                try await engine.set(.integer(number), at: place)
            }
            // Time for a write that comes too late.
            try await Task.sleep(for: .milliseconds(50))
            for number in numbers {
                let place: TreePlace = ["all", "\(number)"]
                let value = try await engine.read(place, .all).value
                try require(value, .integer(number), shown(place))
            }
        },
        ConformanceCheck("watches that come and go don't disturb the others") { engine in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        var follower = Follower(
                            engine, ["all"], number % 2 == 0 ? .all : TreeSelection(limit: .last(3))
                        )
                        repeat {
                            try await follower.next()
                            if number % 3 == 0 { return follower.watch.cancel() }
                            if number % 3 == 1 { try await Task.sleep(for: .milliseconds(2)) }
                        } while follower.state?[["z", "done"]] == nil
                    }
                }
                group.addTask {
                    for number in 0..<200 as Range<Int64> {
                        try await engine.set(.integer(number), at: ["all", "\(number % 7)"])
                    }
                    try await engine.set(true, at: ["all", "z", "done"])
                }
                try await group.waitForAll()
            }
        },
    ]

    private static let lastPair: TreeValue = 100

    /// Checks that both values of a pair are equal.
    private static func requirePair(_ value: TreeValue?) throws {
        let (x, y) = (value?[["a", "x"]], value?[["b", "c", "y"]])
        guard x == y else {
            throw ConformanceFailure(
                "a/x and b/c/y are written together, but are \(shown(x)) and \(shown(y))")
        }
    }
}

extension DatabaseEngine {
    fileprivate func writePair(_ number: Int64) async throws {
        try await write([
            TreeEdit(["a", "x"], .set(PendingValue(.integer(number)))),
            TreeEdit(["b", "c", "y"], .set(PendingValue(.integer(number)))),
        ])
    }

    fileprivate func writePairs() async throws {
        for number in 1...100 as ClosedRange<Int64> {
            try await writePair(number)
            // Yields to the other tasks.
            try await Task.sleep(for: .microseconds(100))
        }
    }
}

extension TreeValue {
    fileprivate subscript(place: TreePlace) -> TreeValue? { TreeValue?(self)[place] }
}

// MARK: - Transactions

extension EngineConformance {
    /// Checks of conditional writes, and of transactions that use them.
    static let transactions: [ConformanceCheck] = [
        several("a conditional write makes all edits if no version has changed") { engine in
            try await engine.set(["a": 1, "b": ["x": 2], "c": 3], at: .root)
            let versions = try await engine.versions(of: [["a"], ["b"], ["none"]])
            try await engine.set(4, at: ["d"])
            let edits = [
                TreeEdit(["b", "x"], .set(PendingValue(nil))), TreeEdit(["c"], .increment(5)),
                TreeEdit(["e"], .set(PendingValue("new"))),
            ]
            let result = try await engine.write(edits, ifUnchanged: versions)
            guard case .written = result else {
                throw ConformanceFailure("it wasn't written, although nothing had changed")
            }
            try await engine.expect(.root, holds: ["a": 1, "c": 8, "d": 4, "e": "new"])
        },
        several("a conditional write makes no edit if one version of several has changed") {
            engine in
            let places: [TreePlace] = [["a"], ["b"], ["c", "x"]]
            for changed in places {
                try await engine.set(["a": 1, "b": ["x": 2]], at: .root)
                let versions = try await engine.versions(of: places)
                try await engine.set("changed", at: changed)
                let now = try await engine.read(.root, .all).value
                let edits = [
                    TreeEdit(["a"], .set(PendingValue(7))), TreeEdit(["d"], .increment(1)),
                ]
                let result = try await engine.write(edits, ifUnchanged: versions)
                guard case .changed(let current) = result else {
                    throw ConformanceFailure("it was written, although \(changed) had changed")
                }
                try require(
                    current.map { shown($0.value) }, places.map { shown(now[$0]) }, "the values now"
                )
                try await engine.expect(.root, holds: now)
            }
        },
        several("versions can be checked without writing") { engine in
            try await engine.set(["a": 1, "b": 2], at: .root)
            let versions = try await engine.versions(of: [["a"], ["b"]])
            guard case .written = try await engine.write([], ifUnchanged: versions) else {
                throw ConformanceFailure("a version has changed, although nothing was written")
            }
            try await engine.set(3, at: ["b"])
            guard case .changed = try await engine.write([], ifUnchanged: versions) else {
                throw ConformanceFailure("no version has changed, although b was written")
            }
            try await engine.expect(.root, holds: ["a": 1, "b": 3])
        },
        ConformanceCheck("a conditional write that an engine can't make is an error") { engine in
            guard engine.transactions.reach == .onePlace else { return }
            let versions = try await engine.versions(of: [["a"], ["b"]])
            let edits = [TreeEdit(["a"], .set(PendingValue(1)))]
            do {
                _ = try await engine.write(edits, ifUnchanged: versions)
            } catch let error as TreeDatabaseError where error.kind == .unsupported {
                return try await engine.expect(.root, holds: nil)
            }
            throw ConformanceFailure("there is no error, although the engine's reach is one place")
        },
        ConformanceCheck("no transaction of many tasks fails, with writes in between") { engine in
            try await TransactionLoad(tasks: 8, times: 10).count(in: engine)
        },
        several("transactions over several places keep a total") { engine in
            try await TransactionLoad(tasks: 8, times: 10).transfer(in: engine, accounts: 4)
        },
    ]

    /// Returns a check of engines with transactions over several places.
    private static func several(
        _ name: String, _ body: @escaping @Sendable (any DatabaseEngine) async throws -> Void
    ) -> ConformanceCheck {
        ConformanceCheck(name) { engine in
            if engine.transactions.reach == .severalPlaces { try await body(engine) }
        }
    }
}

extension DatabaseEngine {
    fileprivate func versions(of places: [TreePlace]) async throws -> [PlaceVersion] {
        var versions: [PlaceVersion] = []
        for place in places {
            versions.append(PlaceVersion(place, try await read(place, .all).version))
        }
        return versions
    }
}

// MARK: - Versions

extension EngineConformance {
    /// Checks of replacing a value only if it hasn't changed.
    static let versions: [ConformanceCheck] = [
        ConformanceCheck("a value is replaced if it is still the one that was read") { engine in
            for (before, after) in [
                (nil, 1), (1, 2), (2, "text"), ("text", ["a": 1]), (["a": 1], ["a": 2, "b": 3]),
                (["a": 2, "b": 3], nil),
            ] as [(TreeValue?, TreeValue?)] {
                let read = try await engine.read(["x", "y"], .all)
                try require(shown(read.value), shown(before), "the value before")
                try await engine.expectReplaced(["x", "y"], with: after, if: read.version)
                try await engine.expect(["x", "y"], holds: after)
            }
        },
        ConformanceCheck("a replaced value can have server times") { engine in
            let version = try await engine.read(["x"], .all).version
            let value = PendingValue(["n": 1], serverTimes: [["at"]])
            _ = try await engine.replace(["x"], with: value, ifVersionIs: version)
            guard case .integer? = try await engine.read(["x", "at"], .all).value else {
                throw ConformanceFailure("there is no time where one was to be put")
            }
            try await engine.expect(["x", "n"], holds: 1)
        },
        changes("is written", ["x": 1], ["x"], 2),
        changes("gets a new child", ["x": ["a": 1]], ["x", "b"], 2),
        changes("changes further down", ["x": ["a": ["b": 1]]], ["x", "a", "b"], 2),
        changes("loses a child", ["x": ["a": 1, "b": 2]], ["x", "b"], nil),
        changes("is removed", ["x": 1], ["x"], nil),
        changes("is removed with what is above it", ["x": 1], .root, nil),
        changes("comes into being", ["y": 1], ["x", "a"], 1),
        changes("is written from above", ["x": 1], .root, ["x": 2]),
        ConformanceCheck("a version is not concerned by what changes elsewhere") { engine in
            try await engine.set(["x": ["a": 1], "x2": 1], at: .root)
            let version = try await engine.read(["x"], .all).version
            try await engine.set(2, at: ["x2"])
            try await engine.set(2, at: ["y"])
            try await engine.expectReplaced(["x"], with: 3, if: version)
        },
        ConformanceCheck("of two replacements of one version, the second fails") { engine in
            let version = try await engine.read(["x"], .all).version
            try await engine.expectReplaced(["x"], with: "first", if: version)
            let result = try await engine.replace(
                ["x"], with: PendingValue("second"), ifVersionIs: version)
            guard case .changed(let current) = result else {
                throw ConformanceFailure("a version was replaced twice")
            }
            try require(current.value, "first", "what the second is told")
            try await engine.expect(["x"], holds: "first")
        },
        ConformanceCheck("transactions of many tasks are all made") { engine in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { for _ in 0..<10 { try await engine.countUp(["x", "count"]) } }
                }
                try await group.waitForAll()
            }
            try await engine.expect(["x", "count"], holds: 80)
        },
    ]

    /// Returns a check of a replacement after a write that affects its place.
    private static func changes(
        _ name: String, _ before: TreeValue, _ place: TreePlace, _ value: TreeValue?
    ) -> ConformanceCheck {
        ConformanceCheck("a replacement fails if the place \(name)") { engine in
            try await engine.set(before, at: .root)
            let version = try await engine.read(["x"], .all).version
            try await engine.set(value, at: place)
            let now = try await engine.read(["x"], .all).value
            let result = try await engine.replace(
                ["x"], with: PendingValue("replaced"), ifVersionIs: version)
            guard case .changed(let current) = result else {
                throw ConformanceFailure("a value was replaced that had changed")
            }
            try require(shown(current.value), shown(now), "what the replacement is told")
            try await engine.expect(["x"], holds: now)
            try await engine.expectReplaced(["x"], with: "replaced", if: current.version)
            try await engine.expect(["x"], holds: "replaced")
        }
    }
}

extension DatabaseEngine {
    fileprivate func expectReplaced(
        _ place: TreePlace, with value: TreeValue?, if version: TreeVersion
    ) async throws {
        let result = try await replace(place, with: PendingValue(value), ifVersionIs: version)
        if case .changed(let current) = result {
            throw ConformanceFailure(
                "\(shown(place)) wasn't replaced by \(shown(value)), although nothing had changed; "
                    + "it is said to be \(shown(current.value))")
        }
    }

    /// Increments a number by compare-and-swap, retried until it succeeds.
    fileprivate func countUp(_ place: TreePlace) async throws {
        var read = try await self.read(place, .all)
        for _ in 0..<10_000 {
            guard case .integer(let count) = read.value ?? 0 else { break }
            // Yields to the other tasks.
            await Task.yield()
            let result = try await replace(
                place, with: PendingValue(.integer(count + 1)), ifVersionIs: read.version)
            guard case .changed(let current) = result else { return }
            read = current
        }
        throw ConformanceFailure("\(shown(place)) can't be replaced; it is \(shown(read.value))")
    }
}

// MARK: - Load

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
