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

// MARK: - The order

/// The order in which requests start: first in, first out, but a write waits for earlier writes at
/// its place, above or below. The number of concurrent requests is limited.
///
/// A write waits for the latest earlier ones only, which wait for those before: at each place, the
/// tree has the latest write that no later one at the place or above it waits for. So each write is
/// found, and leaves the tree, once.
struct RequestOrder: Sendable {
    private struct Entry {
        var places: [TreePlace]

        /// The number of earlier writes that this one waits for.
        var blockerCount: Int

        /// The later writes that wait for this one.
        var blocked: [Int] = []
        var hasStarted = false

        /// Whether the request was cancelled before its start. It keeps its place in the order,
        /// since later writes wait for it instead of for those before.
        var isCancelled = false
    }

    private let maximumCount: Int
    private var entries: [Int: Entry] = [:]
    private var latest = PlaceTree<Int>()

    /// The requests that nothing blocks, as a FIFO queue that begins at `readyStart`.
    private var ready: [Int] = []
    private var readyStart = 0
    private var runningCount = 0

    init(maximumCount: Int) {
        self.maximumCount = maximumCount
    }

    /// - Parameters:
    ///   - id: a number greater than those before.
    ///   - places: the places that the request writes; none for a read.
    mutating func add(_ id: Int, writing places: [TreePlace]) {
        var blockers: Set<Int> = []
        for place in places {
            blockers.formUnion(latest.containing(place))
            blockers.formUnion(latest.replace(place, with: id))
        }
        blockers.remove(id)
        for blocker in blockers { entries[blocker]?.blocked.append(id) }
        entries[id] = Entry(places: places, blockerCount: blockers.count)
        if blockers.isEmpty { ready.append(id) }
    }

    /// Starts a request and returns it; `nil` if none can start.
    mutating func startNext() -> Int? {
        while runningCount < maximumCount, readyStart < ready.count {
            let id = ready[readyStart]
            readyStart += 1
            if readyStart > ready.count / 2 {
                ready.removeFirst(readyStart)
                readyStart = 0
            }
            // A request that was cancelled when it was ready is gone.
            guard entries[id] != nil else { continue }
            entries[id]?.hasStarted = true
            runningCount += 1
            return id
        }
        return nil
    }

    func hasStarted(_ id: Int) -> Bool {
        entries[id]?.hasStarted == true
    }

    /// Removes a request that is done or cancelled.
    mutating func remove(_ id: Int) {
        guard let entry = entries[id] else { return }
        if entry.hasStarted { runningCount -= 1 }
        if entry.blockerCount > 0 {
            entries[id]?.isCancelled = true
        } else {
            release([id])
        }
    }

    /// Removes requests that nothing blocks, and the cancelled ones that only waited for them.
    private mutating func release(_ ids: [Int]) {
        var released = ids
        while let id = released.popLast() {
            guard let entry = entries.removeValue(forKey: id) else { continue }
            for place in entry.places { latest.remove(at: place) { $0 == id } }
            for next in entry.blocked {
                entries[next]?.blockerCount -= 1
                guard entries[next]?.blockerCount == 0 else { continue }
                if entries[next]?.isCancelled == true {
                    released.append(next)
                } else {
                    ready.append(next)
                }
            }
        }
    }
}
