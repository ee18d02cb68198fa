import Foundation
import TypedDatabase

/// The runner of a device: a lock around it, and the tasks that carry out its effects.
///
/// A call, an update of the remote and an answer of the store each make a transition with
/// ``change(_:)``. Under the lock, the state turns the device's effects into actions; without the
/// lock, one thread at a time runs these in order.
final class OfflineCore: Sendable {
    let remote: any DatabaseEngine
    let store: any DatabaseEngine
    let settings: OfflineSettings
    private let now: @Sendable () -> Date
    let user: String?
    let cacheLimit: Int
    let state = Locked(OfflineState())

    init(
        _ remote: any DatabaseEngine, _ store: any DatabaseEngine, user: String?,
        cacheLimit: Int, settings: OfflineSettings, now: @escaping @Sendable () -> Date
    ) {
        self.remote = remote
        self.store = store
        self.user = user
        self.cacheLimit = cacheLimit
        self.settings = settings
        self.now = now
    }

    // MARK: - Transitions

    /// Makes transitions of the device, and runs their effects.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout Device) throws -> Result) rethrows -> Result {
        try changeState { state in try body(&state.device) }
    }

    @discardableResult
    func changeState<Result: Sendable>(
        _ body: (inout OfflineState) throws -> Result
    ) rethrows -> Result {
        let time = now().milliseconds
        let (result, isFirst) = try state.withLock { state in
            state.device.now = time
            let result = try body(&state)
            return (result, state.prepareActions())
        }
        if isFirst { runActions() }
        return result
    }

    /// Runs the actions of all transitions, in order and one thread at a time: a watch must end
    /// before another one begins that the remote could serve from it.
    private func runActions() {
        while let actions = state.withLock({ $0.nextActions() }) { run(actions) }
    }

    private func run(_ actions: OfflineActions) {
        for signal in actions.signals { signal.wake() }
        for (signal, error) in actions.failures { signal.fail(error) }
        for resume in actions.resumptions { resume() }
        for start in actions.starts { start(self) }
    }

    /// Waits for a state of the device.
    ///
    /// - Parameters:
    ///   - topics: the news after which the outcome may be known.
    ///   - places: news of writes at, above or below these places counts as well.
    ///   - body: returns the outcome, or `nil` as long as it isn't known.
    func when<Value: Sendable>(
        _ topics: Set<News.Topic>, at places: [TreePlace] = [],
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
                        topics: topics, places: places,
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
            let waiter = state.withLock { state in
                defer { state.waiters[id] = nil }
                return state.waiters[id]
            }
            waiter?.fail(CancellationError())
        }
    }
}

// MARK: - State

/// The state that an engine's lock protects.
struct OfflineState: Sendable {
    var device = Device()

    /// Whether the store has been read.
    var isLoaded = false
    var loading: Task<Void, any Error>?

    var watches = WatchTree()
    var signals: [Query: [ObjectIdentifier: WatchSignal]] = [:]

    /// The remote's watches.
    var followers: [TrackedQuery.ID: RemoteFollower] = [:]

    /// The actions of the last transitions, in order.
    private var actions: ArraySlice<OfflineActions> = []

    /// Whether a thread runs actions.
    private var isActing = false

    /// The queue of the store, in order.
    var jobs: ArraySlice<StoreJob> = []
    var isStoring = false

    /// The tasks that wait for a state of the device.
    var waiters = OfflineWaiters()
    var lastWaiter = 0

    /// Whether the engine has been released. A later one of the same store goes on with its work.
    var isStopped = false

    /// The reservation of the store; `nil` before the store is read, and once a released engine has
    /// no more jobs.
    var reservation: EngineReservation?
}

/// A task that waits for a state of the device.
struct OfflineWaiter: Sendable {
    let topics: Set<News.Topic>
    let places: [TreePlace]

    /// Returns a function that resumes the task, if the state has come.
    let attempt: @Sendable (inout Device) -> (@Sendable () -> Void)?

    /// Resumes the task with an error.
    let fail: @Sendable (any Error) -> Void
}

/// Waiting tasks by topic and by place, so that news reaches these and no others.
struct OfflineWaiters: Sendable {
    private var waiters: [Int: OfflineWaiter] = [:]
    private var topics: [News.Topic: Set<Int>] = [:]
    private var places = PlaceIndex<Int>()

    subscript(id: Int) -> OfflineWaiter? {
        get { waiters[id] }
        set {
            if let old = waiters.removeValue(forKey: id) {
                for topic in old.topics {
                    topics[topic]?.remove(id)
                    if topics[topic]?.isEmpty == true { topics[topic] = nil }
                }
                for place in old.places { places.remove(id, at: place) }
            }
            guard let newValue else { return }
            waiters[id] = newValue
            for topic in newValue.topics { topics[topic, default: []].insert(id) }
            for place in newValue.places { places.insert(id, at: place) }
        }
    }

    /// Returns the numbers of the waiters that news may concern, the oldest first.
    func concerned(by news: News) -> [Int] {
        if waiters.isEmpty { return [] }
        if news.isEverything { return waiters.keys.sorted() }
        var ids: Set<Int> = []
        for topic in news.topics { ids.formUnion(topics[topic] ?? []) }
        if !places.isEmpty { for place in news.places { ids.formUnion(places.overlapping(place)) } }
        return ids.sorted()
    }
}

/// One piece of work in the store's queue.
enum StoreJob: Sendable {
    case step(StoreStep, then: StoreEvent?)
    case load(TrackedQuery.ID, StoredValue)
    case read(StoredValue, CheckedContinuation<TreeValue?, any Error>)
    /// Resumes once the jobs before it have ended.
    case barrier(CheckedContinuation<Void, Never>)
}

/// The actions of one transition, which run in this order once the lock is released.
struct OfflineActions: Sendable {
    var signals: [WatchSignal] = []
    var failures: [(WatchSignal, TreeDatabaseError)] = []
    var resumptions: [@Sendable () -> Void] = []
    var starts: [@Sendable (OfflineCore) -> Void] = []
}

extension OfflineState {
    /// Adds the actions of the device's last transitions.
    ///
    /// - Returns: whether the caller has to run them, since no other thread does.
    mutating func prepareActions() -> Bool {
        actions.append(takeActions())
        defer { isActing = true }
        return !isActing
    }

    /// Takes the actions to be run next; `nil` if there are none any more.
    mutating func nextActions() -> OfflineActions? {
        let next = actions.popFirst()
        isActing = next != nil
        return next
    }

    private mutating func takeActions() -> OfflineActions {
        var actions = OfflineActions()
        resume(&actions)
        for effect in device.takeEffects() { dispatch(effect, to: &actions) }
        if !jobs.isEmpty, !isStoring {
            isStoring = true
            actions.starts.append { core in Task { await core.runStore() } }
        }
        return actions
    }

    /// Turns an effect into an action, or into a job of the store. A stopped engine neither stores
    /// nor asks the remote.
    private mutating func dispatch(_ effect: Effect, to actions: inout OfflineActions) {
        switch effect {
        case .mark(let place): actions.signals += watches.record(place)
        case .fail(let query, let error):
            let failed = signals.removeValue(forKey: query) ?? [:]
            actions.failures += failed.values.map { ($0, error) }
        case .load(let id, let value): jobs.append(.load(id, value))
        case _ where isStopped: break
        case .store(let step, let event): jobs.append(.step(step, then: event))
        case .send(let sending): actions.starts.append { $0.send(sending) }
        case .probe(let place): actions.starts.append { $0.probe(place) }
        case .open(let id):
            let follower = RemoteFollower()
            followers[id] = follower
            actions.starts.append { core in follower.start { await core.follow(id, follower) } }
        case .close(let id):
            guard let follower = followers.removeValue(forKey: id) else { return }
            actions.starts.append { _ in follower.cancel() }
        case .confirm(let id, let last, let queries):
            actions.starts.append { $0.confirm(id, upTo: last, queries) }
        case .wait(let timer): actions.starts.append { $0.wait(for: timer) }
        }
    }

    /// Resumes the tasks whose state has come.
    private mutating func resume(_ actions: inout OfflineActions) {
        // A waiter's own transition may be news for others.
        while true {
            let concerned = waiters.concerned(by: device.takeNews())
            if concerned.isEmpty { return }
            for id in concerned {
                guard let resume = waiters[id]?.attempt(&device) else { continue }
                waiters[id] = nil
                actions.resumptions.append(resume)
            }
        }
    }
}

extension Date {
    /// The milliseconds since 1970.
    fileprivate var milliseconds: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded(.down)) ?? 0
    }
}
