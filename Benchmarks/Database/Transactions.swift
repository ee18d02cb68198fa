import TypedDatabase
import TypedPaths

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
