import TypedDatabase
import TypedDatabaseOffline
import TypedDatabaseSQLite

#if os(Linux)
    import RealtimeDatabaseServer
    import TypedDatabaseFirebase
#endif

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

// MARK: - Sending

#if os(Linux)
    extension Benchmark {
        /// The time until an outbox is empty.
        static let offlineSend = Benchmark(
            name: "offline-send",
            summary: "sending 10,000 pending writes, against making them one after the other online"
        ) { session in
            let server = try RealtimeDatabaseServer(engine: MemoryEngine())
            let engine = try FirebaseEngine(url: server.url)
            let count = session.isQuick ? 1000 : 10_000
            let online = [edit, sum].map { edit in
                Trial.awaiting(1) { _ in
                    for number in 0..<count { try await engine.write([edit(number)]) }
                }
            }
            let results = try session.measure(
                rounds: 3, warmsUp: false,
                [
                    online[0], try sending(count, to: engine, "batches", in: session, edit),
                    online[1], try sending(count, to: engine, "sums", in: session, sum),
                ]
            ).map(\.time)
            server.stop()
            return [
                Figure("sets online, one after the other", results[0]),
                Figure("pending sets, in batches", results[1]),
                Figure("  ratio", results[1] / results[0], .ratio, .atMost(1.2)),
                Figure("increments online, one after the other", results[2]),
                Figure("pending increments, one by one", results[3]),
                // On this machine's own network, a step of the store takes as long as a request.
                Figure("  ratio", results[3] / results[2], .ratio),
            ]
        }

        /// Returns a trial of sending what an outbox has, which is filled before.
        private static func sending(
            _ count: Int, to remote: FirebaseEngine, _ name: String, in session: Session,
            _ edit: @escaping @Sendable (Int) -> TreeEdit
        ) throws -> Trial {
            let store = try SQLiteEngine(at: session.folder["\(name).offline"])
            let current = Locked<(OfflineEngine, GatedEngine)?>(nil)
            let prepare = {
                let gate = GatedEngine(remote)
                let engine = OfflineEngine(gate, keepingIn: store)
                let filled = waitFor {
                    for number in 0..<count { try await engine.write([edit(number)]) }
                }
                try filled.get()
                current.withLock { $0 = (engine, gate) }
            }
            return .awaiting(1, prepare: prepare) { _ in
                guard let (engine, gate) = current.withLock({ $0 }) else { return }
                gate.open()
                try await engine.waitUntilSent()
            }
        }

        @Sendable private static func edit(_ number: Int) -> TreeEdit {
            let value: TreeValue = ["text": .string("Message number \(number)")]
            return TreeEdit(["messages", "key\(number)"], .set(PendingValue(value)))
        }

        @Sendable private static func sum(_ number: Int) -> TreeEdit {
            TreeEdit(["sums", "\(number % 100)"], .increment(1))
        }
    }
#endif

// MARK: - Out of reach

/// An engine that can be reached once it is opened.
final class GatedEngine: DatabaseEngine {
    private let engine: any DatabaseEngine
    private let isOpen = Locked(false)
    let connection: AsyncStream<ConnectionState>
    private let states: AsyncStream<ConnectionState>.Continuation
    let transactions = TransactionQueue()

    private let isWatched: Bool

    /// - Parameter isWatched: whether watches have updates, even before it is opened.
    init(_ engine: any DatabaseEngine, isWatched: Bool = false) {
        self.engine = engine
        self.isWatched = isWatched
        (connection, states) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        states.yield(.disconnected(reason: Self.closed))
    }

    func open() {
        isOpen.withLock { $0 = true }
        states.yield(.connected)
    }

    private static let closed = TreeDatabaseError(.unavailable, "the gate is closed")

    private func check() throws {
        guard isOpen.withLock({ $0 }) else { throw Self.closed }
    }

    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        try check()
        return try await engine.read(place, selection)
    }

    func write(_ edits: [TreeEdit]) async throws {
        try check()
        try await engine.write(edits)
    }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        try check()
        return try await engine.write(edits, ifUnchanged: versions)
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        isWatched ? engine.watch(place, selection) : GatedWatch()
    }
}

/// A watch that never has an update.
private final class GatedWatch: TreeWatch {
    func next() async throws -> [TreeUpdate] {
        try await Task.sleep(for: .seconds(86_400))
        return []
    }

    func cancel() {}
}
