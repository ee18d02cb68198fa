import TypedDatabase

/// Runs requests, each when ``RequestOrder`` lets it begin.
final class RequestQueue: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State {
        var order: RequestOrder
        var waiters: [Int: Waiter] = [:]
        var lastID = 0
    }

    private let state: Locked<State>

    init(maximumCount: Int) {
        state = Locked(State(order: RequestOrder(maximumCount: maximumCount)))
    }

    /// Runs a request when it is its turn.
    ///
    /// - Parameter places: where it writes; none if it reads.
    func run<Result: Sendable>(
        writing places: [TreePlace] = [], _ request: () async throws -> Result
    ) async throws -> Result {
        let id = state.withLock { state in
            state.lastID += 1
            state.order.add(state.lastID, writing: places)
            return state.lastID
        }
        startNext()
        defer {
            state.withLock { $0.order.remove(id) }
            startNext()
        }
        try await waitForTurn(id)
        return try await request()
    }

    private func waitForTurn(_ id: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.order.hasStarted(id) { return .success(()) }
                    state.waiters[id] = waiter
                    return nil
                }
                if let result { waiter.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.resume(throwing: CancellationError())
        }
    }

    private func startNext() {
        let waiters = state.withLock { state in
            var waiters: [Waiter] = []
            while let id = state.order.startNext() {
                if let waiter = state.waiters.removeValue(forKey: id) { waiters.append(waiter) }
            }
            return waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
