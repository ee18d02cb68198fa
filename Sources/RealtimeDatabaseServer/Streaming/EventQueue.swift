import TypedDatabase

/// The events that a stream's client is still to be sent. Bounded, since a client may be slow.
final class EventQueue: Sendable {
    /// Readable when there is something to take.
    let wakeup: Wakeup

    private let capacity: Int
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
    ///   - onOverflow: called when the client is too slow to get all. Nothing more can be taken then.
    init(capacity: Int, onOverflow: @escaping @Sendable () -> Void) throws(SocketError) {
        self.capacity = capacity
        self.onOverflow = onOverflow
        wakeup = try Wakeup()
    }

    func add(_ event: [UInt8]) {
        let isFull = state.withLock { state in
            guard !state.isFinished else { return false }
            // One event may be larger, if nothing else is waiting.
            if state.byteCount > 0 && state.byteCount + event.count > capacity {
                state = State(isFinished: true)
                return true
            }
            state.events.append(event)
            state.byteCount += event.count
            return false
        }
        if isFull { onOverflow() }
        wakeup.wake()
    }

    /// Lets nothing more in.
    func finish() {
        state.withLock { $0.isFinished = true }
        wakeup.wake()
    }

    /// All that is there, in order, and whether nothing more can come.
    func take() -> (events: [[UInt8]], isFinished: Bool) {
        wakeup.clear()
        return state.withLock { state in
            defer { (state.events, state.byteCount) = ([], 0) }
            return (state.events, state.isFinished)
        }
    }
}
