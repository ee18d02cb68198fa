import TypedDatabase
import TypedPaths

extension Path where Element == Player {
    fileprivate var score: Path<Int> { Path.append(self, "score") }
}

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
