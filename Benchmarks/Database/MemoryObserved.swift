import TypedDatabase

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
