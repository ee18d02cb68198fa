import TypedDatabase

/// Whether the server could be reached when it was last tried, and the listeners to that.
final class ConnectionMonitor: Sendable {
    private struct State {
        var current = ConnectionState.connecting
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

    /// - Parameter message: why the server can't be reached.
    func setDisconnected(_ message: String) {
        set(.disconnected(reason: TreeDatabaseError(.unavailable, message)))
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
