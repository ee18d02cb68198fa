import TypedDatabase

/// Work whose result several tasks wait for, each until it is cancelled.
///
/// The work begins at once, and goes on when nobody waits any more, unless it is cancelled.
final class SharedTask<Success: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Result<Success, any Error>, Never>

    private struct State {
        var result: Result<Success, any Error>?
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
    }

    private let state: Locked<State>
    private let work: Task<Void, Never>

    init(_ work: @escaping @Sendable () async throws -> Success) {
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
            for waiter in waiters { waiter.resume(returning: result) }
        }
    }

    /// Cancels the work, for all who wait.
    func cancel() {
        work.cancel()
    }

    var isDone: Bool { state.withLock { $0.result != nil } }

    /// The result of the work, or `CancellationError` if the caller is cancelled earlier.
    func result() async -> Result<Success, any Error> {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state -> Result<Success, any Error>? in
                    if let result = state.result { return result }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters[id] = continuation
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.resume(returning: .failure(CancellationError()))
        }
    }
}
