import TypedDatabase

/// Work whose result several tasks wait for, each until it is cancelled.
///
/// The work begins immediately, and continues without any waiting task, unless it is cancelled.
package final class SharedTask<Success: Sendable>: Sendable {
    private struct State {
        var result: Result<Success, any Error>?
        var waiters: [Int: Locked<State>.Waiter<Success>] = [:]
        var nextID = 0
    }

    private let state: Locked<State>
    private let work: Task<Void, Never>

    package init(_ work: @escaping @Sendable () async throws -> Success) {
        let state = Locked(State())
        self.state = state
        self.work = Task {
            let result: Result<Success, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            let waiters = state.withLock { state in
                state.result = result
                defer { state.waiters = [:] }
                return Array(state.waiters.values)
            }
            for waiter in waiters { waiter.resume(with: result) }
        }
    }

    /// Cancels the work, for all waiting tasks.
    package func cancel() {
        work.cancel()
    }

    /// The result of the work; `nil` until it is done.
    package var outcome: Result<Success, any Error>? { state.withLock { $0.result } }

    /// Returns the result of the work, or `CancellationError` if the caller is cancelled before.
    package func result() async -> Result<Success, any Error> {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        do {
            return .success(try await state.wait(in: \.waiters[id]) { $0.result })
        } catch {
            return .failure(error)
        }
    }
}
