import TypedDatabase

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
