import CSQLite
import TypedDatabase

/// The cancellation of a task that works with a connection.
final class Interruption: Sendable {
    private let state = Locked(false)

    var isCancelled: Bool { state.withLock { $0 } }

    /// Throws `CancellationError` if the task has been cancelled.
    func check() throws {
        if isCancelled { throw CancellationError() }
    }

    fileprivate func cancel() {
        state.withLock { $0 = true }
    }

    /// Runs a closure with a connection, whose statements are interrupted when the task is
    /// cancelled.
    fileprivate func run<Value>(
        on connection: Connection, _ body: (Connection) throws -> Value
    ) throws -> Value {
        connection.setInterruption(self)
        defer { connection.setInterruption(nil) }
        do {
            return try body(connection)
        } catch let failure as SQLiteFailure where failure.code == SQLITE_INTERRUPT {
            throw CancellationError()
        }
    }
}

extension ConnectionPool {
    /// Runs a long job with a connection. Cancelling the task ends it with a `CancellationError`.
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
