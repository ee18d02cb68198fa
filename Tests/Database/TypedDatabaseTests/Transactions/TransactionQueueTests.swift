import TestSupport
import Testing

@testable import TypedDatabase

@Suite struct TransactionQueueTests {
    private let queue = TransactionQueue()

    @Test func aCancelledWaiterThrowsAndFreesThoseBehindIt() async throws {
        let first = try await queue.begin(.transaction([["a"]]))
        let cancelled = Task { [queue] in _ = try await queue.begin(.transaction([.root])) }
        try await waitForWaiters(1)
        let behind = Task { [queue] in queue.end(try await queue.begin(.transaction([["b"]]))) }
        try await waitForWaiters(2)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        try await behind.value
        queue.end(first)
        queue.end(try await queue.begin(.transaction([.root])))
    }

    /// Tasks that take turns, are cancelled while they wait, or find nothing to wait for.
    @Test func noTwoThatOverlapRunAtOnce() async throws {
        var random = SplitMix64(seed: Seed.make())
        let running = Locked<[Int: TreePlace]>([:])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 0..<Effort.times(800) {
                let keys: [TreeKey] = ["a", "b", "c"]
                let place = TreePlace((0..<random.int(0...2)).map { _ in random.pick(keys) })
                let isCancelled = random.chance(20)
                group.addTask { [queue] in
                    let task = Task {
                        let turn = try await queue.begin(.transaction([place]))
                        running.withLock { running in
                            for other in running.values {
                                #expect(!other.overlaps(place))
                            }
                            running[id] = place
                        }
                        await Task.yield()
                        running.withLock { $0[id] = nil }
                        queue.end(turn)
                    }
                    if isCancelled { task.cancel() }
                    do {
                        try await task.value
                    } catch is CancellationError where isCancelled {}
                }
            }
            try await group.waitForAll()
        }
        queue.end(try await queue.begin(.transaction([.root])))
        #expect(queue.waitingCount == 0)
    }

    private func waitForWaiters(_ count: Int) async throws {
        while queue.waitingCount < count { await Task.yield() }
    }
}
