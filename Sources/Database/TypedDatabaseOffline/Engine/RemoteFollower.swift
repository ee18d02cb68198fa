import TypedDatabase

/// A task that follows watches of the remote, one after the other.
final class RemoteFollower: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var watch: (any TreeWatch)?
        var isCancelled = false
    }

    private let state = Locked(State())

    func start(_ body: @escaping @Sendable () async -> Void) {
        let task = Task { await body() }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Begins a watch; `nil` if the follower is cancelled.
    func begin(_ makeWatch: () -> any TreeWatch) -> (any TreeWatch)? {
        if state.withLock({ $0.isCancelled }) { return nil }
        let watch = makeWatch()
        return state.withLock { state in
            if state.isCancelled { return nil }
            state.watch = watch
            return watch
        }
    }

    /// Ends the watch before it returns, so that the remote serves no later one from it.
    func cancel() {
        let (task, watch) = state.withLock { state in
            state.isCancelled = true
            return (state.task, state.watch)
        }
        watch?.cancel()
        task?.cancel()
    }
}
