import TypedDatabase

/// Whether the server was there when it was last spoken to, and who wants to know.
final class ConnectionMonitor: Sendable {
    private struct State {
        var current = ConnectionState.connected
        var listeners: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
        var nextID = 0
    }

    private let state = Locked(State())

    func set(_ new: ConnectionState) {
        state.withLock { state in
            if state.current == new { return }
            state.current = new
            for listener in state.listeners.values { listener.yield(new) }
        }
    }

    /// The state now, and each new one. Of several that nobody has taken, the last.
    var states: AsyncStream<ConnectionState> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
            let id = state.withLock { state in
                state.nextID += 1
                state.listeners[state.nextID] = listener
                listener.yield(state.current)
                return state.nextID
            }
            listener.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
            }
        }
    }
}
