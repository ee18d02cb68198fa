import Foundation
import TypedDatabase

/// The runner of a device: a lock around it, and the tasks that do its effects.
final class OfflineCore: Sendable {
    let remote: any DatabaseEngine
    let store: any DatabaseEngine
    let settings: OfflineSettings
    private let now: @Sendable () -> Date
    private let cacheLimit: Int
    private let state = Locked(OfflineState())

    init(
        _ remote: any DatabaseEngine, _ store: any DatabaseEngine, cacheLimit: Int,
        settings: OfflineSettings, now: @escaping @Sendable () -> Date
    ) {
        self.remote = remote
        self.store = store
        self.cacheLimit = cacheLimit
        self.settings = settings
        self.now = now
    }

    // MARK: - Transitions

    /// Makes transitions of the device, and starts what they leave to be done.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout Device) throws -> Result) rethrows -> Result {
        try changeState { state in try body(&state.device) }
    }

    @discardableResult
    private func changeState<Result: Sendable>(
        _ body: (inout OfflineState) throws -> Result
    ) rethrows -> Result {
        let time = now().milliseconds
        let (result, actions) = try state.withLock { state in
            state.device.now = time
            let result = try body(&state)
            return (result, state.actions())
        }
        run(actions)
        return result
    }

    private func run(_ actions: OfflineActions) {
        for signal in actions.signals { signal.wake() }
        for (signal, error) in actions.failures { signal.fail(error) }
        for task in actions.closed { task.cancel() }
        for resume in actions.resumptions { resume() }
        for effect in actions.effects { start(effect) }
        if actions.startsStoring { Task { await runStore() } }
    }

    /// Waits for a state of the device.
    ///
    /// - Parameter body: returns the outcome, or `nil` as long as it isn't known.
    func when<Value: Sendable>(
        _ body: @escaping @Sendable (inout Device) -> Result<Value, any Error>?
    ) async throws -> Value {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Value, any Error>) in
                let outcome = changeState { state -> Result<Value, any Error>? in
                    // If the task is cancelled from here on, the handler finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let outcome = body(&state.device) { return outcome }
                    state.waiters[id] = OfflineWaiter(
                        attempt: { device in
                            guard let outcome = body(&device) else { return nil }
                            return { continuation.resume(with: outcome) }
                        },
                        fail: { continuation.resume(throwing: $0) })
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.fail(CancellationError())
        }
    }
}

// MARK: - The store

extension OfflineCore {
    /// Reads what the store has, once.
    func load() async throws {
        let (isLoaded, task) = state.withLock { state in
            if state.isLoaded { return (true, nil as Task<Void, any Error>?) }
            if state.loading == nil { state.loading = Task { try await self.readStore() } }
            return (false, state.loading)
        }
        if !isLoaded { try await task?.value }
    }

    private func readStore() async throws {
        do {
            let stored = StoredState(
                outbox: try await store.read(StorePlaces.outbox, .all).value,
                refused: try await store.read(StorePlaces.refused, .all).value,
                queries: try await store.read(StorePlaces.queries, .all).value)
            changeState { state in
                state.device = Device(stored)
                state.device.cacheLimit = cacheLimit
                state.isLoaded = true
            }
        } catch {
            state.withLock { $0.loading = nil }
            throw error
        }
    }

    /// Reads a cached value, after all changes of the store that are under way.
    func read(_ stored: StoredValue) async throws -> TreeValue? {
        try await withCheckedThrowingContinuation { continuation in
            changeState { state in state.jobs.append(.read(stored, continuation)) }
        }
    }

    /// Waits for all changes of the store that are under way.
    func storeAll() async {
        await withCheckedContinuation { continuation in
            changeState { state in state.jobs.append(.barrier(continuation)) }
        }
    }

    private func runStore() async {
        while let job = state.withLock({ state -> StoreJob? in
            let job = state.jobs.popFirst()
            if job == nil { state.isStoring = false }
            return job
        }) {
            await run(job)
        }
    }

    private func run(_ job: StoreJob) async {
        switch job {
        case .step(let step, let event):
            do {
                try await make(step)
                if let event { change { $0.stored(event) } }
            } catch {
                change { device in
                    if let event { device.notStored(event, error) } else { device.lost(step) }
                }
            }
        case .load(let id, let stored):
            // Without it, the query waits for the server.
            guard let value = try? await value(of: stored) else { return }
            change { $0.loaded(id, value) }
        case .read(let stored, let continuation):
            do {
                continuation.resume(returning: try await value(of: stored))
            } catch {
                continuation.resume(throwing: error)
            }
        case .barrier(let continuation): continuation.resume()
        }
    }

    private func value(of stored: StoredValue) async throws -> TreeValue? {
        try await store.read(stored.place, stored.selection).value
    }

    private func make(_ step: StoreStep) async throws {
        var values: [TreeValue?] = []
        for fold in step.folds { values.append(try await store.read(fold.place, .all).value) }
        let edits = step.edits(with: values)
        if !edits.isEmpty { try await store.write(edits) }
    }
}

// MARK: - The remote

extension OfflineCore {
    private func start(_ effect: Effect) {
        switch effect {
        case .send(let sending):
            Task {
                let answer: Answer
                do {
                    try await remote.write(sending.edits)
                    answer = .made
                } catch {
                    answer = Answer(error)
                }
                change { $0.answered(sending, answer) }
            }
        case .open(let id):
            let task = Task { await follow(id) }
            let isOpen = state.withLock { state in
                guard state.device.queries[id.query]?.id == id else { return false }
                state.followers[id] = task
                return true
            }
            if !isOpen { task.cancel() }
        case .confirm(let id, let last, let queries):
            Task {
                let results = try? await values(of: queries)
                change { $0.confirmed(id, upTo: last, results) }
            }
        case .wait(let timer):
            Task { [weak self, duration = settings.duration(of: timer)] in
                try? await Task.sleep(for: duration)
                self?.change { $0.passed(timer) }
            }
        case .store, .load, .close, .fail, .mark: break
        }
    }

    private func values(of queries: [Query]) async throws -> [Query: TreeValue?] {
        var values: [Query: TreeValue?] = [:]
        for query in queries {
            values[query] = .some(try await remote.read(query.place, query.selection).value)
        }
        return values
    }

    /// Follows a watch of the remote, until it is closed.
    private func follow(_ id: TrackedQuery.ID) async {
        var failureCount = 0
        while !Task.isCancelled {
            let watch = remote.watch(id.query.place, id.query.selection)
            do {
                while true {
                    let updates = try await watch.next()
                    failureCount = 0
                    change { $0.received(id, updates) }
                }
            } catch let error as TreeDatabaseError where error.endsWatches {
                return change { $0.ended(id, error) }
            } catch {
                failureCount += 1
                watch.cancel()
                try? await Task.sleep(for: settings.pause(afterFailures: failureCount))
            }
        }
    }

    /// Follows the remote's connection.
    static func followConnection(of core: OfflineCore) -> Task<Void, Never> {
        Task { [weak core, states = core.remote.connection] in
            for await connection in states {
                core?.change { $0.setConnected(connection.reason == nil) }
            }
        }
    }

    /// Stops sending and watching. What is pending stays in the store.
    func stop() {
        let followers = state.withLock { state in
            state.isStopped = true
            state.device.isPaused = true
            return Array(state.followers.values)
        }
        for follower in followers { follower.cancel() }
    }
}

// MARK: - Watches

extension OfflineCore {
    func startWatch(_ signal: WatchSignal) {
        changeState { state in
            let query = Query(signal.place, signal.selection)
            state.watches.insert(signal)
            state.signals[query, default: [:]][ObjectIdentifier(signal)] = signal
            state.device.observe(query)
        }
    }

    func endWatch(_ signal: WatchSignal) {
        changeState { state in
            let query = Query(signal.place, signal.selection)
            state.watches.remove(signal)
            guard state.signals[query]?.removeValue(forKey: ObjectIdentifier(signal)) != nil else {
                return
            }
            if state.signals[query]?.isEmpty == true { state.signals[query] = nil }
            state.device.unobserve(query)
        }
    }

    func readWatched<Result: Sendable>(
        _ signal: WatchSignal, _ body: (WatchMarks, any TreeState) throws -> Result
    ) throws -> Result {
        try state.withLock { state in
            let marks = try signal.take()
            let device = state.device
            guard let tracked = device.queries[Query(signal.place, signal.selection)] else {
                return try body(WatchMarks(), TreeValue?.none)
            }
            let view = TrackedView(tracked: tracked, outbox: device.outbox)
            guard view.isKnown(whileConnected: device.isConnected) else {
                return try body(WatchMarks(), TreeValue?.none)
            }
            let isWindow = signal.selection.isCut && !marks.isEmpty
            return try body(isWindow ? .everything : marks, view)
        }
    }
}

extension Date {
    var milliseconds: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded(.down)) ?? 0
    }
}
