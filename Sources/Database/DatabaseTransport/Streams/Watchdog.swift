import TypedDatabase

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
