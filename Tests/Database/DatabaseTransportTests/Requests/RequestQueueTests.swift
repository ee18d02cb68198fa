import Testing
import TypedDatabase

@testable import DatabaseTransport

@Suite struct RequestQueueTests {
    @Test func waitingRequestsCanBeCancelled() async throws {
        let queue = RequestQueue(maximumCount: 1)
        let (hasStarted, start) = AsyncStream<Void>.makeStream()
        let (isReleased, release) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await queue.read {
                start.finish()
                for await _ in isReleased {}
            }
        }
        for await _ in hasStarted {}
        let others = (0..<20).map { _ in Task { try await queue.write(at: [["a"]]) {} } }
        for task in others.dropLast() { task.cancel() }
        for task in others.dropLast() {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        release.finish()
        try await first.value
        try await others.last?.value
    }

    @Test func onlyOneWritesAtAPlace() async throws {
        let queue = RequestQueue(maximumCount: 3)
        #expect(try await mostAtOnce { try await queue.write(at: [["a"]], $0) } == 1)
    }

    @Test func noMoreThanSoManyAreUnderWay() async throws {
        let queue = RequestQueue(maximumCount: 3)
        #expect(try await mostAtOnce { try await queue.read($0) } == 3)
    }

    private typealias Request = @Sendable () async throws -> Void

    private func mostAtOnce(_ run: @escaping @Sendable (@escaping Request) async throws -> Void)
        async throws -> Int
    {
        let running = Locked((now: 0, most: 0))
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    try await run {
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
