import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite struct BacklogTests {
    @Test func theLargestQueueOverflows() throws {
        let backlog = Backlog<EventQueue>(capacity: 100)
        let ended = Locked<[Int]>([])
        let queues = try (0..<3).map { index in
            try EventQueue(capacity: 80, backlog: backlog) { ended.withLock { $0.append(index) } }
        }
        queues[0].add(bytes(30))
        queues[1].add(bytes(40))
        queues[2].add(bytes(30))
        #expect(ended.withLock { $0 } == [])
        queues[2].add(bytes(1))
        #expect(ended.withLock { $0 } == [1])
        #expect(queues[1].take().events == [])
        // There is room for what the second had.
        queues[0].add(bytes(39))
        #expect(ended.withLock { $0 } == [1])
        queues[2].add(bytes(1))
        #expect(ended.withLock { $0 } == [1, 0])
        #expect(queues[2].take().events.map(\.count) == [30, 1, 1])
    }

    @Test func aQueueThatIsTakenFromOrDiscardedMakesRoom() throws {
        let backlog = Backlog<EventQueue>(capacity: 100)
        let ended = Locked<[Int]>([])
        let queues = try (0..<2).map { index in
            try EventQueue(capacity: 80, backlog: backlog) { ended.withLock { $0.append(index) } }
        }
        for _ in 0..<10 {
            for queue in queues { queue.add(bytes(50)) }
            for queue in queues { #expect(queue.take().events.count == 1) }
        }
        queues[0].add(bytes(80))
        queues[0].discard()
        queues[1].add(bytes(80))
        #expect(ended.withLock { $0 } == [])
    }

    @Test func oneEventAloneMayBeLargerThanTheLimit() throws {
        let ended = Locked<[Int]>([])
        let queue = try EventQueue(capacity: 80, backlog: Backlog<EventQueue>(capacity: 100)) {
            ended.withLock { $0.append(0) }
        }
        queue.add(bytes(1000))
        #expect(ended.withLock { $0 } == [])
        #expect(queue.take().events.map(\.count) == [1000])
    }

    private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
