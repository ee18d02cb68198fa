import CSQLite
import TypedDatabase

/// The end of what a connection does, when its task is cancelled.
final class Interruption: Sendable {
    private struct State {
        var isCancelled = false
        var connection: Connection?
    }

    private let state = Locked(State())

    /// Throws `CancellationError` if the task has been cancelled.
    func check() throws {
        if state.withLock({ $0.isCancelled }) { throw CancellationError() }
    }

    fileprivate func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.connection?.interrupt()
        }
    }

    /// Does something with a connection, whose statements end when the task is cancelled.
    fileprivate func run<Value>(
        on connection: Connection, _ body: (Connection) throws -> Value
    ) throws -> Value {
        state.withLock { $0.connection = connection }
        defer { state.withLock { $0.connection = nil } }
        do {
            return try body(connection)
        } catch let failure as SQLiteFailure where failure.code == SQLITE_INTERRUPT {
            throw CancellationError()
        }
    }
}

extension ConnectionPool {
    /// Does something long with a connection. It ends with a `CancellationError` when the task is cancelled.
    func runLong<Value: Sendable>(
        _ body: @escaping @Sendable (Connection, Interruption) throws -> Value
    ) async throws -> Value {
        let interruption = Interruption()
        return try await withTaskCancellationHandler {
            try await run { connection in
                try interruption.run(on: connection) { try body($0, interruption) }
            }
        } onCancel: {
            interruption.cancel()
        }
    }
}
