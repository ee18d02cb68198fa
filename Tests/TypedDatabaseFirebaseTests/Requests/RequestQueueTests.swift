import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

@Suite struct RequestQueueTests {
    @Test func whoWaitsCanBeCancelledAndHoldsUpNobody() async throws {
        let queue = RequestQueue(maximumCount: 1)
        let (hasStarted, start) = AsyncStream<Void>.makeStream()
        let (isReleased, release) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await queue.run {
                start.finish()
                for await _ in isReleased {}
            }
        }
        for await _ in hasStarted {}
        let others = (0..<20).map { _ in Task { try await queue.run(writing: [["a"]]) {} } }
        for task in others.dropLast() { task.cancel() }
        for task in others.dropLast() {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        release.finish()
        try await first.value
        try await others.last?.value
    }

    @Test func onlyOneWritesAtAPlace() async throws {
        #expect(try await mostAtOnce(of: RequestQueue(maximumCount: 3), writing: [["a"]]) == 1)
    }

    @Test func noMoreThanSoManyAreUnderWay() async throws {
        #expect(try await mostAtOnce(of: RequestQueue(maximumCount: 3), writing: []) == 3)
    }

    private func mostAtOnce(of queue: RequestQueue, writing places: [TreePlace]) async throws -> Int
    {
        let running = Locked((now: 0, most: 0))
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    try await queue.run(writing: places) {
                        running.withLock { running in
                            running.now += 1
                            running.most = max(running.most, running.now)
                        }
                        try await Task.sleep(for: .microseconds(100))
                        running.withLock { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        return running.withLock { $0.most }
    }
}
