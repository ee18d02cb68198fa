import TypedDatabase

extension Benchmark {
    /// Whether a write to a file asks unaffected observers.
    static let sqliteObservers = Benchmark(
        name: "database-sqlite-observers",
        summary: "setting an element in a file, with 1,000 observers of other places"
    ) { session in
        let alone = try SQLiteFiles(1000, in: session.folder)
        let among = try SQLiteFiles(1000, in: session.folder)
        let watches = (0..<1000).map { among.engine.watch(["rooms", "\($0)"], .all) }
        let begin = Trial.awaiting(watches.count) { Sink.take(try await watches[$0].next().count) }
        Sink.take(try begin.run().elapsedSeconds.isFinite)
        let results = try session.measure(
            rounds: 51, [alone, among].map { $0.trials(.set)[0] }
        ).map(\.time)
        withExtendedLifetime(watches) {}
        return [
            Figure("set, without observers", results[0]),
            Figure("set, with 1,000 elsewhere", results[1]),
            Figure("  ratio", results[1] / results[0], .ratio, .atMost(1.2)),
        ]
    }
}
