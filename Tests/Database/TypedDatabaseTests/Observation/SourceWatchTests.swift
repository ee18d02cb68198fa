import Testing

@testable import TypedDatabase

@Suite(.timeLimit(.minutes(1))) struct SourceWatchTests {
    @Test func aReadThatFailsLosesNoChange() async throws {
        let source = FailingSource()
        let watch = SourceWatch(["a"], .all, in: source)
        #expect(try await watch.next() == [TreeUpdate(.root, nil)])
        source.fails.withLock { $0 = true }
        try await source.engine.set(2, at: ["a", "b"])
        await #expect(throws: TreeDatabaseError.self) { try await watch.next() }
        #expect(try await watch.next() == [TreeUpdate(.root, ["b": 2])])
    }
}

/// A source that can fail after it has taken a watch's marks.
private final class FailingSource: WatchSource {
    let engine = MemoryEngine()
    let fails = Locked(false)

    func startWatch(_ signal: WatchSignal) { engine.startWatch(signal) }

    func readWatched<Result: Sendable>(
        _ signal: WatchSignal, _ body: @Sendable (WatchMarks, any TreeState) throws -> Result
    ) throws -> Result {
        guard fails.withLock({ $0 }) else { return try engine.readWatched(signal, body) }
        fails.withLock { $0 = false }
        _ = try signal.take()
        throw TreeDatabaseError(.unavailable, "no state")
    }
}
