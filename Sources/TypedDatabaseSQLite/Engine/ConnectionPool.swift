import TypedDatabase

/// Some connections to a file, each used by one thread at a time, which is none of Swift's tasks.
///
/// Jobs are begun in the order in which they came.
final class ConnectionPool: Sendable {
    /// Is given no worker if the pool is closed.
    private typealias Job = @Sendable (Worker?) -> Void

    private struct State {
        var idle: [Worker]
        var jobs: [Job] = []
        var isClosed = false
    }

    private let workers: [Worker]
    private let state: Locked<State>

    init(_ workers: [Worker]) {
        self.workers = workers
        state = Locked(State(idle: workers))
    }

    /// Does something with a connection.
    ///
    /// Throws `CancellationError`, and does nothing, if the task is cancelled before its turn.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        let isCancelled = Locked(Task.isCancelled)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                submit { worker in
                    continuation.resume(
                        with: Result {
                            if isCancelled.withLock({ $0 }) { throw CancellationError() }
                            guard let worker else { throw SQLiteEngine.closed }
                            return try worker.use(body)
                        })
                }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    /// Does something with a connection soon, unless the pool is closed.
    func start(
        _ body: @escaping @Sendable (Connection) throws -> Void,
        onError: @escaping @Sendable (any Error) -> Void
    ) {
        submit { worker in
            do {
                try worker?.use(body)
            } catch {
                onError(error)
            }
        }
    }

    /// Closes the connections, each after the job that it is used for. Jobs that wait fail.
    func close() async {
        let jobs = state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job(nil) }
        for worker in workers { await worker.close() }
    }
}

extension ConnectionPool {
    private enum Turn {
        case now(Worker)
        case later
        case never
    }

    private func submit(_ job: @escaping Job) {
        let turn = state.withLock { state -> Turn in
            if state.isClosed { return .never }
            if let worker = state.idle.popLast() { return .now(worker) }
            state.jobs.append(job)
            return .later
        }
        switch turn {
        case .now(let worker): worker.queue.async { self.work(worker, first: job) }
        case .later: break
        case .never: job(nil)
        }
    }

    /// Does a job, and then those that wait.
    private func work(_ worker: Worker, first: Job) {
        first(worker)
        while let job = nextJob(for: worker) { job(worker) }
    }

    private func nextJob(for worker: Worker) -> Job? {
        state.withLock { state in
            if let job = state.jobs.first {
                state.jobs.removeFirst()
                return job
            }
            state.idle.append(worker)
            return nil
        }
    }
}
