import TypedDatabase

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
