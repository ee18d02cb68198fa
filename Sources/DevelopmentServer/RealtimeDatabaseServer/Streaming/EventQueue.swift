import TypedDatabase

/// The pending events of a client's stream. Bounded, since a client may be slow.
final class EventQueue: Sendable {
    /// Readable when events are pending, or the queue is finished.
    let wakeup: Wakeup

    private let capacity: Int
    private let backlog: Backlog<EventQueue>
    private let onOverflow: @Sendable () -> Void
    private let state = Locked(State())

    private struct State {
        var events: [[UInt8]] = []
        var byteCount = 0

        /// Whether new events are dropped.
        var isFinished = false
    }

    /// - Parameters:
    ///   - capacity: the limit in bytes.
    ///   - backlog: the total of all streams, which has a limit as well.
    ///   - onOverflow: called when the client is too slow. Pending events are dropped then.
    init(
        capacity: Int, backlog: Backlog<EventQueue>, onOverflow: @escaping @Sendable () -> Void
    ) throws(SocketError) {
        self.capacity = capacity
        self.backlog = backlog
        self.onOverflow = onOverflow
        wakeup = try Wakeup()
    }

    func add(_ event: [UInt8]) {
        let (isAdded, isFull) = state.withLock { state in
            guard !state.isFinished else { return (false, false) }
            // A single event may exceed the limit, if no other is pending.
            if state.byteCount > 0 && state.byteCount + event.count > capacity {
                return (false, true)
            }
            state.events.append(event)
            state.byteCount += event.count
            return (true, false)
        }
        if isFull { overflow() }
        if isAdded { backlog.add(event.count, of: self)?.overflow() }
        wakeup.wake()
    }

    private func overflow() {
        discard()
        onOverflow()
        wakeup.wake()
    }

    /// Drops all pending events and all later ones.
    func discard() {
        let count = state.withLock { state in
            defer { state = State(isFinished: true) }
            return state.byteCount
        }
        backlog.remove(count, of: self)
    }

    /// Drops all later events.
    func finish() {
        state.withLock { $0.isFinished = true }
        wakeup.wake()
    }

    /// Takes all pending events, in order. Returns also whether no more will come.
    func take() -> (events: [[UInt8]], isFinished: Bool) {
        wakeup.clear()
        let (events, count, isFinished) = state.withLock { state in
            defer { (state.events, state.byteCount) = ([], 0) }
            return (state.events, state.byteCount, state.isFinished)
        }
        backlog.remove(count, of: self)
        return (events, isFinished)
    }
}
