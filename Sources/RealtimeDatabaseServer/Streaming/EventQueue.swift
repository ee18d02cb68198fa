import TypedDatabase

/// The events that a stream's client is still to be sent. Bounded, since a client may be slow.
final class EventQueue: Sendable {
    /// Readable when there is something to take.
    let wakeup: Wakeup

    private let capacity: Int
    private let backlog: EventBacklog
    private let onOverflow: @Sendable () -> Void
    private let state = Locked(State())

    private struct State {
        var events: [[UInt8]] = []
        var byteCount = 0

        /// Whether nothing more is let in.
        var isFinished = false
    }

    /// - Parameters:
    ///   - capacity: in bytes.
    ///   - backlog: that of all streams, which has a limit, too.
    ///   - onOverflow: called when the client is too slow to get all. Nothing more can be taken then.
    init(
        capacity: Int, backlog: EventBacklog, onOverflow: @escaping @Sendable () -> Void
    ) throws(SocketError) {
        self.capacity = capacity
        self.backlog = backlog
        self.onOverflow = onOverflow
        wakeup = try Wakeup()
    }

    func add(_ event: [UInt8]) {
        let (isAdded, isFull) = state.withLock { state in
            guard !state.isFinished else { return (false, false) }
            // One event may be larger, if nothing else is waiting.
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

    /// Drops all that is there, and lets nothing more in.
    func discard() {
        let count = state.withLock { state in
            defer { state = State(isFinished: true) }
            return state.byteCount
        }
        backlog.remove(count, of: self)
    }

    /// Lets nothing more in.
    func finish() {
        state.withLock { $0.isFinished = true }
        wakeup.wake()
    }

    /// All that is there, in order, and whether nothing more can come.
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
