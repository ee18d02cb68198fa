import TypedDatabase

/// Connections to a file, each used by one thread at a time, outside of Swift's cooperative pool.
///
/// Jobs begin in the order of their arrival.
final class ConnectionPool: Sendable {
    /// A job. It is called without a worker if the pool is closed.
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

    /// Runs a job with a connection.
    ///
    /// Throws `CancellationError` without running the job if the task is cancelled before its turn.
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

    /// Starts a job with a connection. A no-op if the pool is closed.
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

    /// Closes the connections, each after its current job. Waiting jobs fail.
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

    /// Runs a job, then the waiting ones.
    private func work(_ worker: Worker, first: Job) {
        first(worker)
        while !worker.isEnding, let job = nextJob(for: worker) { job(worker) }
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
