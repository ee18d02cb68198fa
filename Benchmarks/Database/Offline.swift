import TypedDatabase
import TypedDatabaseOffline
import TypedDatabaseSQLite

extension Benchmark {
    /// The price of keeping a write until it is sent.
    static let offlineWrite = Benchmark(
        name: "offline-write",
        summary: "a write into the outbox in a file, against a write to the file"
    ) { session in
        let file = try SQLiteEngine(at: session.folder["write.sqlite"])
        let store = try SQLiteEngine(at: session.folder["write.offline"])
        let engine = OfflineEngine(GatedEngine(MemoryEngine()), keepingIn: store)
        let results = try session.measure(
            rounds: 21,
            [file as any DatabaseEngine, engine].map { engine in
                .awaiting(200) { number in
                    try await engine.write([.message(number, in: "all")])
                }
            }
        ).map(\.time)
        return [
            Figure("set, in the file", results[0]), Figure("set, into the outbox", results[1]),
            Figure("  ratio", results[1] / results[0], .ratio, .atMost(1.5)),
        ]
    }

    /// The time until a view has something to show.
    static let offlineFirst = Benchmark(
        name: "offline-first",
        summary: "the first value of an observed place from the cache, against a read of the file"
    ) { session in
        let store = try SQLiteEngine(at: session.folder["first.offline"])
        let remote = MemoryEngine(["all": .children(messages(100))])
        let cached = waitFor {
            let engine = OfflineEngine(remote, keepingIn: store)
            _ = try await engine.read(["all"], .all)
            try await engine.waitUntilSent()
        }
        try cached.get()
        let engine = OfflineEngine(GatedEngine(remote), keepingIn: store)
        let results = try session.measure(
            rounds: 21,
            [
                .awaiting(50) { _ in
                    Sink.take(
                        try await store.read(["values", "1"], .all).value?.children.count == 100)
                },
                .awaiting(50) { _ in
                    let watch = engine.watch(["all"], .all)
                    Sink.take(try await watch.next().first?.value?.children.count == 100)
                    watch.cancel()
                },
            ]
        ).map(\.time)
        return [
            Figure("a read of the file", results[0]),
            Figure("the first value of a watch", results[1]),
            Figure("  ratio", results[1] / results[0], .ratio, .atMost(2)),
        ]
    }

    /// Whether pending writes slow down further ones.
    static let offlinePending = Benchmark(
        name: "offline-pending",
        summary: "a write over 100 observed places, without and with 1,000 pending writes"
    ) { session in
        let engines = try ["none", "many"].map { name in
            OfflineEngine(
                GatedEngine(MemoryEngine()),
                keepingIn: try SQLiteEngine(at: session.folder["pending-\(name).offline"]))
        }
        let watches = engines.map { engine in
            (0..<100).map { engine.watch(["rooms", "\($0)"], .all) }
        }
        let begin = waitFor {
            for (engine, watches) in zip(engines, watches) {
                for number in 0..<100 {
                    try await engine.write([
                        TreeEdit(["rooms", "\(number)"], .set(PendingValue(["n": 0])))
                    ])
                    Sink.take(try await watches[number].next().count)
                }
            }
            for number in 0..<1000 {
                try await engines[1].write([.message(number, in: TreeKey("\(number % 100)"))])
            }
        }
        try begin.get()
        let results = try session.measure(
            rounds: 21,
            engines.map { engine in
                .awaiting(20) { number in try await engine.write([.message(number, in: "7")]) }
            }
        ).map(\.time)
        withExtendedLifetime(watches) {}
        return [
            Figure("set, with none pending at first", results[0]),
            Figure("set, with 1,000 pending", results[1]),
            Figure("  ratio", results[1] / results[0], .ratio, .atMost(2)),
        ]
    }

    /// Whether a limited query is followed without looking at all pending writes for each of them.
    static let offlineWindow = growth(
        name: "offline-window", summary: "pending writes under an observed last(20)"
    ) { count, engine in
        let watch = engine.watch(["rooms", "all"], TreeSelection(limit: .last(20)))
        let observer = Task { while try await !watch.next().isEmpty {} }
        for number in 0..<count { try await engine.write([.message(number, in: "all")]) }
        observer.cancel()
        watch.cancel()
    }

    /// Whether a task is woken by its own news only.
    static let offlineWaiting = growth(
        name: "offline-waiting", summary: "concurrent writes, each waiting for the store"
    ) { count, engine in
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask { try await engine.write([.message(number, in: "all")]) }
            }
            try await group.waitForAll()
        }
    }

    private static func growth(
        name: String, summary: String,
        _ work: @escaping @Sendable (Int, OfflineEngine) async throws -> Void
    ) -> Benchmark {
        Benchmark(name: name, summary: summary) { session in
            let counts = [2000, 4000, 8000]
            let results = try session.measure(
                rounds: 3, warmsUp: false,
                counts.map { count in
                    .awaiting(1) { _ in
                        let gate = GatedEngine(MemoryEngine(), isWatched: true)
                        let engine = OfflineEngine(gate, keepingIn: MemoryEngine())
                        try await work(count, engine)
                    }
                }
            ).map(\.time)
            return zip(counts, results).map { Figure("\(Quantity.count($0)) writes", $1) } + [
                Figure("  growth from 2,000 to 8,000", results[2] / results[0], .ratio, .atMost(6))
            ]
        }
    }

    private static func messages(_ count: Int) -> TreeChildren {
        TreeChildren((0..<count).map { (TreeKey("key\($0)"), TreeValue.message($0)) })
    }
}

extension TreeValue {
    fileprivate static func message(_ number: Int) -> TreeValue {
        ["author": .string("user\(number % 97)"), "text": .string("Message number \(number)")]
    }
}

extension TreeEdit {
    fileprivate static func message(_ number: Int, in room: TreeKey) -> TreeEdit {
        TreeEdit(["rooms", room, "key\(number)"], .set(PendingValue(.message(number))))
    }
}
