import TypedDatabase

/// The total size of all streams' pending events. Over the limit, the largest queue overflows.
final class EventBacklog: Sendable {
    private let capacity: Int
    private let state = Locked(State())

    private struct State {
        var totalCount = 0
        var queues: [ObjectIdentifier: (queue: EventQueue, count: Int)] = [:]

        mutating func add(_ count: Int, of queue: EventQueue) {
            totalCount += count
            let id = ObjectIdentifier(queue)
            let sum = (queues[id]?.count ?? 0) + count
            queues[id] = sum == 0 ? nil : (queue, sum)
        }
    }

    /// - Parameter capacity: the limit in bytes.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Records events that have been added to a queue.
    ///
    /// - Returns: the queue that has to overflow. A single nonempty queue may exceed the limit of
    ///   all together.
    func add(_ count: Int, of queue: EventQueue) -> EventQueue? {
        state.withLock { state in
            state.add(count, of: queue)
            guard state.totalCount > capacity, state.queues.count > 1 else { return nil }
            return state.queues.values.max { $0.count < $1.count }?.queue
        }
    }

    /// Records events that have been taken from a queue, or dropped.
    func remove(_ count: Int, of queue: EventQueue) {
        if count > 0 { state.withLock { $0.add(-count, of: queue) } }
    }
}
