import TypedDatabase

/// The state of a stream, whose transitions return what to do next.
package struct StreamState {
    package enum Action: Hashable {
        case connect

        /// With a new token; after a delay if the last new one has failed as well.
        case connectWithNewToken(afterFailures: Int)
        case wait(afterFailures: Int)
        case fail(TreeDatabaseError)
    }

    /// The end of a connection.
    package enum End: Hashable {
        /// The connection broke, was silent, couldn't be made, or its data was malformed.
        case lost
        /// The server has refused the stream, or ended it for a reason.
        case refused(TreeDatabaseError)
    }

    private let canRenewToken: Bool
    private var failureCount = 0
    private var hasRenewedToken = false
    private var renewalCount = 0

    package init(canRenewToken: Bool) {
        self.canRenewToken = canRenewToken
    }

    /// Resets the failures. Call it when the whole state has been received.
    package mutating func received() {
        failureCount = 0
        hasRenewedToken = false
    }

    /// Resets the count of renewed tokens. Call it when the stream has stayed open for a while.
    package mutating func keptAlive() {
        renewalCount = 0
    }

    package mutating func ended(_ end: End) -> Action {
        switch end {
        case .refused(let error) where error.kind == .unauthenticated:
            guard canRenewToken, !hasRenewedToken else { return .fail(error) }
            hasRenewedToken = true
            renewalCount += 1
            return .connectWithNewToken(afterFailures: renewalCount - 1)
        case .refused(let error) where error.kind != .unavailable:
            return .fail(error)
        case .lost, .refused:
            failureCount += 1
            return .wait(afterFailures: failureCount)
        }
    }
}

// MARK: - Silence

/// A timer that ends an exchange after a silence: a connection can be dead without either side
/// noticing.
package final class Watchdog: Sendable {
    private struct State {
        var exchange: HTTPExchange?
        var silentTicks = 0
    }

    /// The number of ticks without a byte after which the connection is dead.
    private static let limit = 3

    private let state: Locked<State>
    private let task: Task<Void, Never>

    package init(_ settings: TransportSettings) {
        let state = Locked(State())
        self.state = state
        task = Task {
            while (try? await settings.clock.sleep(for: settings.silence)) != nil {
                let exchange = state.withLock { state -> HTTPExchange? in
                    state.silentTicks += 1
                    return state.silentTicks >= Self.limit ? state.exchange : nil
                }
                exchange?.cancel(.timedOut, "the server was silent for too long")
            }
        }
    }

    package func watch(_ exchange: HTTPExchange) {
        state.withLock { state in
            state.exchange = exchange
            state.silentTicks = 0
        }
    }

    /// Notes that bytes have been received.
    package func reset() {
        state.withLock { $0.silentTicks = 0 }
    }

    package func stop() {
        task.cancel()
    }
}

// MARK: - The connection's state

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
