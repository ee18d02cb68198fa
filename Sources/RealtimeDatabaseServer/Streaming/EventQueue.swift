import TypedDatabase

/// The events that a stream's client is still to be sent. Bounded, since a client may be slow.
final class EventQueue: Sendable {
    /// Readable when there is something to take.
    let wakeup: Wakeup

    private let capacity: Int
    private let state = Locked(State())

    private struct State {
        var events: [[UInt8]] = []
        var byteCount = 0
        var end: End?
    }

    enum End {
        /// After the events that are still there.
        case finished

        /// The client was too slow to get all.
        case overflow
    }

    /// - Parameter capacity: in bytes.
    init(capacity: Int) throws(SocketError) {
        self.capacity = capacity
        wakeup = try Wakeup()
    }

    func add(_ event: [UInt8]) {
        state.withLock { state in
            guard state.end == nil else { return }
            // One event may be larger, if nothing else is waiting.
            if state.byteCount > 0 && state.byteCount + event.count > capacity {
                state.end = .overflow
                state.events = []
                return
            }
            state.events.append(event)
            state.byteCount += event.count
        }
        wakeup.wake()
    }

    /// Lets nothing more in.
    func finish() {
        state.withLock { if $0.end == nil { $0.end = .finished } }
        wakeup.wake()
    }

    /// All that is there, in order, and whether more can come.
    func take() -> (events: [[UInt8]], end: End?) {
        wakeup.clear()
        return state.withLock { state in
            defer { (state.events, state.byteCount) = ([], 0) }
            return (state.events, state.end)
        }
    }
}
