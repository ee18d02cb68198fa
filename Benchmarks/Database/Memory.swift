import TypedDatabase
import TypedPaths

extension Benchmark {
    /// Whether a write to a large collection copies it while an older state is in use.
    static let memorySet = Benchmark(
        name: "database-memory-set",
        summary: "setting an element of an observed collection in memory, by its size"
    ) { session in
        let (small, large) = (ObservedCollection(of: 100), ObservedCollection(of: 100_000))
        let results = try session.measure(
            rounds: 21,
            [small, large].map { collection in
                .awaiting(1000) { try await collection.setAndObserve($0) }
            }
        ).map(\.time)
        return [
            Figure("set, in a collection of 100", results[0]),
            Figure("set, in a collection of 100,000", results[1]),
            Figure("  ratio", results[1] / results[0], .ratio, .atMost(3)),
        ]
    }
}

extension Benchmark {
    /// Whether a watch reads, sorts or compares a whole collection for one change.
    static let memoryObserved = Benchmark(
        name: "database-memory-observed",
        summary: "one change in an observed collection in memory, by its size and the query"
    ) { session in
        let selections: [(name: String, selection: TreeSelection)] = [
            ("all", .all),
            ("the best 50", TreeSelection(order: .child(["score"]), limit: .last(50))),
            ("all by score", TreeSelection(order: .child(["score"]))),
        ]
        let results = try session.measure(
            rounds: 21,
            selections.flatMap { _, selection in
                [100, 10_000].map { count in
                    let collection = ObservedCollection(of: count, watching: selection)
                    return .awaiting(1000) { try await collection.setAndObserve($0) }
                }
            }
        ).map(\.time)
        return selections.enumerated().flatMap { index, selection in
            let (small, large) = (results[2 * index], results[2 * index + 1])
            return [
                Figure("\(selection.name), of 100", small),
                Figure("\(selection.name), of 10,000", large),
                Figure("  ratio", large / small, .ratio, .atMost(3)),
            ]
        }
    }
}

extension Benchmark {
    /// Whether a write asks unaffected observers.
    static let memoryObservers = Benchmark(
        name: "database-memory-observers",
        summary: "setting an element in memory, with 1,000 observers of other places"
    ) { session in
        let (alone, among) = (ObservedCollection(of: 1000), ObservedCollection(of: 1000))
        let watches = (0..<1000).map { among.engine.watch(["rooms", "\($0)"], .all) }
        let begin = Trial.awaiting(watches.count) { Sink.take(try await watches[$0].next().count) }
        Sink.take(try begin.run().elapsedSeconds.isFinite)
        let results = try session.measure(
            rounds: 51,
            [alone, among].map { collection in
                .awaiting(5000) { try await collection.set($0) }
            }
        ).map(\.time)
        withExtendedLifetime(watches) {}
        return [
            Figure("set, without observers", results[0]),
            Figure("set, with 1,000 elsewhere", results[1]),
            Figure("  ratio", results[1] / results[0], .ratio, .atMost(1.2)),
        ]
    }
}

/// A collection in memory, and a watch of it.
struct ObservedCollection: Sendable {
    let engine: MemoryEngine
    private let watch: any TreeWatch
    private let keys: [TreeKey]
    private let best: Locked<Int>

    init(of count: Int, watching selection: TreeSelection = .all) {
        keys = (0..<count).map { TreeKey("key \($0)") }
        best = Locked(count)
        let children = keys.enumerated().map { ($1, Self.element($0)) }
        engine = MemoryEngine(["players": .children(TreeChildren(children))])
        watch = engine.watch(["players"], selection)
    }

    /// Sets one element to the best score of all, and waits until the watch has delivered it.
    ///
    /// - Parameter repetition: the number of the repetition, which selects one of a hundred
    ///   elements all over the collection.
    func setAndObserve(_ repetition: Int) async throws {
        let score = best.withLock { best in
            best += 1
            return best
        }
        try await engine.write([edit(repetition, score: score)])
        Sink.take(try await watch.next().count)
    }

    /// Sets one element.
    func set(_ repetition: Int) async throws {
        try await engine.write([edit(repetition, score: repetition)])
    }

    private func edit(_ repetition: Int, score: Int) -> TreeEdit {
        let key = keys[repetition % 100 * (keys.count / 100)]
        return TreeEdit(["players", key], .set(PendingValue(Self.element(score))))
    }

    private static func element(_ score: Int) -> TreeValue {
        ["name": "Ana", "score": .integer(Int64(score)), "team": "red", "isActive": true]
    }
}

// MARK: - Models

extension Benchmark {
    /// Whether the cost of a change grows with the number of children, and how many of them are
    /// decoded.
    static let typedChanges = Benchmark(
        name: "database-typed-changes",
        summary: "one change of a model in an observed collection, by its size"
    ) { session in
        let results = try session.measure(
            rounds: 21,
            [false, true].flatMap { isByScore in
                [100, 10_000].map { count in
                    let players = ObservedPlayers(count, isByScore: isByScore)
                    return .awaiting(200) { _ in try await players.changeOne() }
                }
            }
        ).map(\.time)
        return [
            Figure("by key, of 100", results[0]),
            Figure("by key, of 10,000", results[1]),
            Figure("  ratio", results[1] / results[0], .ratio, .atMost(3)),
            Figure("by score, of 100", results[2]),
            Figure("by score, of 10,000", results[3]),
            Figure("  ratio", results[3] / results[2], .ratio, .atMost(3)),
        ]
    }
}

/// A collection of models, and an observer that shows each of its changes.
private actor ObservedPlayers {
    private let database: TreeDatabase
    private let count: Int
    private var changes: TreeChanges<String, Player>.Iterator?
    private var score = 1_000_000

    init(_ count: Int, isByScore: Bool) {
        let children = Player.samples(count).enumerated().map { index, player in
            (TreeKey("\(index)"), (try? TreeEncoder().tree(of: player)) ?? "")
        }
        database = TreeDatabase(MemoryEngine(["players": .children(TreeChildren(children))]))
        self.count = count
        let players = database.children(of: Path().players)
        changes =
            isByScore
            ? players.ordered(by: \.score).changes().makeAsyncIterator()
            : players.changes().makeAsyncIterator()
    }

    /// Gives one player the best score, and decodes the changed children.
    func changeOne() async throws {
        // Taken out, so that its state is uniquely referenced.
        guard var changes = changes.take() else { return }
        if score == 1_000_000 { _ = try await changes.next() }
        score += 1
        let player = Path().players.child("\(score % 100 * (count / 100))")
        try await database.set(score, at: player.score)
        guard let set = try await changes.next() else { return }
        for case .changed(let child, _) in set { Sink.take(try child.value.score) }
        self.changes = changes
    }
}

// MARK: - Transactions

extension Benchmark {
    /// Whether an edit of a transaction, and a waiting transaction, cost the same however many there
    /// are.
    static let transactions = Benchmark(
        name: "database-transactions",
        summary: "transactions of many edits, and many transactions at one place"
    ) { session in
        let (counts, waiting) = ([8_000, 32_000], [1_000, 4_000])
        let results = try session.measure(
            rounds: 5,
            counts.map { count in
                .awaiting(1) { _ in try await edit(count) }
            }
                + waiting.map { count in
                    .awaiting(1) { _ in try await add(count) }
                }
        ).map(\.time)
        return [
            Figure("8,000 edits in a transaction", results[0]),
            Figure("32,000 edits", results[1]),
            Figure(
                "  an edit of 32,000 ÷ one of 8,000", results[1] / results[0] / 4, .ratio,
                .atMost(1.6)),
            Figure("1,000 transactions at one place", results[2]),
            Figure("4,000 transactions", results[3]),
            Figure(
                "  one of 4,000 ÷ one of 1,000", results[3] / results[2] / 4, .ratio, .atMost(1.6)),
        ]
    }

    private static func edit(_ count: Int) async throws {
        try await TreeDatabase(MemoryEngine()).transaction { transaction in
            for index in 0..<count {
                let place = Path<Root>.score("\(index)")
                transaction.set(index, at: place)
                transaction.increment(place, by: 1)
            }
        }
    }

    private static func add(_ count: Int) async throws {
        let database = TreeDatabase(YieldingEngine())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await database.transaction(at: Path<Root>.score("ana")) { score in
                        score = (score ?? 0) + 1
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

extension Path<Root> {
    fileprivate static func score(_ id: String) -> Path<Int> { append(Path(), "scores", id) }
}

/// An engine whose reads let other tasks run, as those of a server do, so that transactions wait for
/// each other.
private final class YieldingEngine: DatabaseEngine {
    private let engine = MemoryEngine()
    let transactions = TransactionQueue()

    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        await Task.yield()
        return try await engine.read(place, selection)
    }

    func write(_ edits: [TreeEdit]) async throws { try await engine.write(edits) }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        try await engine.write(edits, ifUnchanged: versions)
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        engine.watch(place, selection)
    }
}
