import TypedDatabase

/// The result of the latest attempt to reach the server, and its listeners.
package final class ConnectionMonitor: Sendable {
    private struct State {
        var current = ConnectionState.connecting
        var listeners: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
        var nextID = 0
    }

    private let state = Locked(State())

    package init() {}

    package func set(_ new: ConnectionState) {
        state.withLock { state in
            if state.current == new { return }
            state.current = new
            for listener in state.listeners.values { listener.yield(new) }
        }
    }

    /// - Parameter message: the reason why the server can't be reached.
    package func setDisconnected(_ message: String) {
        set(.disconnected(reason: TreeDatabaseError(.unavailable, message)))
    }

    /// The current state, then each later one. Of several pending states, only the last is kept.
    package var states: AsyncStream<ConnectionState> {
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
