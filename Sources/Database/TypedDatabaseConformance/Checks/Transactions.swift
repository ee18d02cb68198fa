import TypedDatabase
import TypedPaths

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
            let database = TreeDatabase(engine)
            let all: Path<[String: Int]> = Path.append(Path(), "all")
            let count: Path<Int> = Path.append(Path(), "all", "count")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    let other: Path<Int> = Path.append(Path(), "all", "task\(task)")
                    group.addTask {
                        for number in 1...10 {
                            try await database.transaction(at: count) { $0 = ($0 ?? 0) + 1 }
                            try await database.set(number, at: other)
                        }
                    }
                    group.addTask {
                        for _ in 1...5 {
                            try await database.transaction(at: all) { all in
                                all = all ?? [:]
                                all?["count", default: 0] += 1
                            }
                            await Task.yield()
                        }
                    }
                }
                try await group.waitForAll()
            }
            let others = (0..<8).map { (TreeKey("task\($0)"), 10 as TreeValue) }
            try await engine.expect(
                ["all"], holds: .children(TreeChildren(others + [("count", 120)])))
        },
        several("transactions over several places keep a total") { engine in
            let database = TreeDatabase(engine)
            let keys = (0..<4).map { "account\($0)" }
            try await engine.write(
                keys.map { TreeEdit(["accounts", TreeKey($0)], .set(PendingValue(100))) })
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        for step in 0..<10 {
                            try await database.transfer(
                                task + step, from: keys[step % 4], to: keys[(task + step) % 4])
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<20 {
                        let accounts = try await engine.read(["accounts"], .all).value
                        try requireTotal(accounts)
                        await Task.yield()
                    }
                }
                try await group.waitForAll()
            }
            try requireTotal(try await engine.read(["accounts"], .all).value)
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

    private static func requireTotal(_ accounts: TreeValue?) throws {
        let balances = (accounts?.children ?? TreeChildren()).map { _, value -> Int64 in
            if case .integer(let balance) = value { balance } else { 0 }
        }
        try require(balances.reduce(0, +), 400, "the total of \(shown(accounts))")
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

extension TreeDatabase {
    fileprivate func transfer(
        _ amount: Int, from source: String, to target: String
    ) async throws {
        let source: Path<Int> = Path.append(Path(), "accounts", source)
        let target: Path<Int> = Path.append(Path(), "accounts", target)
        try await transaction { transaction in
            let balance = try await transaction.value(at: source) ?? 0
            transaction.set(balance - amount, at: source)
            // Yields to the other tasks.
            await Task.yield()
            let other = try await transaction.value(at: target) ?? 0
            transaction.set(other + amount, at: target)
        }
    }
}
