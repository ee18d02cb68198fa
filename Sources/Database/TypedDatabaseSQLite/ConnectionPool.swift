import Dispatch
import Foundation
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

// MARK: - Long jobs

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
        } catch let failure as SQLiteFailure where failure.isInterruption {
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

// MARK: - Workers

/// A connection, and the queue that it is used on.
// The connection is only accessed on the queue, which is serial.
final class Worker: @unchecked Sendable {
    let queue: DispatchQueue
    private var connection: Connection?
    private let path: String
    fileprivate let isWriter: Bool
    private let ending = Locked(false)
    private let keepsConnection: Bool
    private let open: @Sendable () throws -> Connection

    /// - Parameters:
    ///   - path: the path of the file, for errors.
    ///   - connection: an open connection to start with.
    ///   - keepsConnection: whether a connection is used more than once.
    ///   - open: opens a connection.
    init(
        _ label: String, path: String, _ connection: sending Connection? = nil,
        keepsConnection: Bool = true,
        open: @escaping @Sendable () throws -> Connection
    ) {
        queue = DispatchQueue(label: "TypedDatabaseSQLite.\(label)")
        isWriter = connection != nil
        self.path = path
        self.connection = connection
        self.keepsConnection = keepsConnection
        self.open = open
        queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
        OpenWorkers.shared.add(self)
    }

    deinit {
        OpenWorkers.shared.remove(self)
    }

    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    /// Runs a closure with the connection, on the queue.
    ///
    /// After an error that might be the connection's, the next call gets a new one. Throws while
    /// the file at the path is missing or another one.
    func use<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        dispatchPrecondition(condition: .onQueue(queue))
        do {
            if connection?.isCurrent(path) == false { connection = nil }
            let connection = try self.connection ?? open()
            self.connection = keepsConnection ? connection : nil
            if connection.hasMoved { throw DatabaseFile.moved(path) }
            return try body(connection)
        } catch let failure as SQLiteFailure {
            if !failure.leavesConnectionUsable { connection = nil }
            throw failure.error(in: path)
        }
    }

    /// Closes the connection after the jobs that are already in the queue.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.closeNow()
                continuation.resume()
            }
        }
    }

    private func closeNow() {
        let isOwn = connection?.hasMoved == false
        connection = nil
        if isWriter, isOwn { DatabaseFile.foldLog(path) }
    }

    /// Whether the process is ending, so that no other job begins.
    var isEnding: Bool { ending.withLock { $0 } }

    /// Closes the connection after the job that is under way. Later ones wait for the end of the
    /// process, so that none fails because of it.
    fileprivate func endProcess(by deadline: DispatchTime) {
        ending.withLock { $0 = true }
        if DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) { return }
        let done = DispatchSemaphore(value: 0)
        queue.async {
            self.closeNow()
            self.queue.suspend()
            done.signal()
        }
        _ = done.wait(timeout: deadline)
    }
}

/// The workers of all engines, whose connections are closed when the process ends, so that no data
/// are left in a log.
final class OpenWorkers: Sendable {
    static let shared = OpenWorkers()

    private struct Reference: Sendable {
        weak var worker: Worker?
    }

    private struct State {
        var workers: [ObjectIdentifier: Reference] = [:]

        /// Workers that have ended. Suspended queues must not be released.
        var ended: [Worker] = []

        /// The process that the workers are of; `nil` before the first.
        var process: pid_t?
    }

    private let state = Locked(State())

    /// The time for operations that are under way when the process ends.
    private static let patience = DispatchTimeInterval.seconds(5)

    fileprivate func add(_ worker: Worker) {
        state.withLock { state in
            if state.process != getpid() {
                // A child made by `fork` inherits the handler, and none of the workers.
                if state.process == nil { atexit { OpenWorkers.shared.endProcess() } }
                state.process = getpid()
                state.workers = [:]
            }
            state.workers[ObjectIdentifier(worker)] = Reference(worker: worker)
        }
    }

    fileprivate func remove(_ worker: Worker) {
        _ = state.withLock { $0.workers.removeValue(forKey: ObjectIdentifier(worker)) }
    }

    /// Closes all connections, each after the operation that is under way, one after another: of two
    /// that close a file at the same time, neither would be the last.
    ///
    /// A child made by `fork` has neither the threads nor the locks of the connections, and leaves
    /// them as they are.
    private func endProcess() {
        let (workers, process) = state.withLock { state in
            state.ended = state.workers.values.compactMap(\.worker)
            return (state.ended, state.process)
        }
        guard process == getpid() else { return }
        let deadline = DispatchTime.now() + Self.patience
        for worker in workers.filter({ !$0.isWriter }) + workers.filter(\.isWriter) {
            worker.endProcess(by: deadline)
        }
    }
}
