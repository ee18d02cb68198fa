import TypedDatabase

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
