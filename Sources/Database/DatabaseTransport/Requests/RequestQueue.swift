import TypedDatabase

/// A queue that runs requests in their ``RequestOrder``.
package final class RequestQueue: Sendable {
    private struct State {
        var order: RequestOrder
        var waiters: [Int: Locked<State>.Waiter<Void>] = [:]
        var lastID = 0
    }

    private let state: Locked<State>

    package init(maximumCount: Int) {
        state = Locked(State(order: RequestOrder(maximumCount: maximumCount)))
    }

    /// Runs a read at its turn.
    package func read<Result: Sendable>(_ request: () async throws -> Result) async throws -> Result
    {
        let id = add(writing: [])
        defer { remove(id) }
        try await waitForTurn(id)
        return try await request()
    }

    /// Runs a write at its turn.
    ///
    /// A cancelled task doesn't wait any longer. The write is cancelled as well, but keeps its
    /// place until it has returned: no later write to this place begins while the server may still
    /// get this one.
    ///
    /// - Parameter places: the places that the request writes; at least one.
    package func write<Result: Sendable>(
        at places: [TreePlace], _ request: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let id = add(writing: places)
        do {
            try await waitForTurn(id)
        } catch {
            remove(id)
            throw error
        }
        let write = SharedTask {
            defer { self.remove(id) }
            try Task.checkCancellation()
            return try await request()
        }
        return try await withTaskCancellationHandler {
            try await write.result().get()
        } onCancel: {
            write.cancel()
        }
    }

    private func add(writing places: [TreePlace]) -> Int {
        let id = state.withLock { state in
            state.lastID += 1
            state.order.add(state.lastID, writing: places)
            return state.lastID
        }
        startNext()
        return id
    }

    private func remove(_ id: Int) {
        state.withLock { $0.order.remove(id) }
        startNext()
    }

    private func waitForTurn(_ id: Int) async throws {
        try Task.checkCancellation()
        // Usually, it is the request's turn already, and nothing has to wait.
        if state.withLock({ $0.order.hasStarted(id) }) { return }
        try await state.wait(in: \.waiters[id]) { $0.order.hasStarted(id) ? .success(()) : nil }
    }

    private func startNext() {
        let waiters = state.withLock { state in
            var waiters: [Locked<State>.Waiter<Void>] = []
            while let id = state.order.startNext() {
                if let waiter = state.waiters.removeValue(forKey: id) { waiters.append(waiter) }
            }
            return waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
