import TypedDatabase

/// What the lock of an engine protects.
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

    /// What the store has to do, in order.
    var jobs: ArraySlice<StoreJob> = []
    var isStoring = false

    /// The tasks that wait for a state of the device.
    var waiters = OfflineWaiters()
    var lastWaiter = 0

    /// Whether the engine has been released. What it does from then on, a later one takes over.
    var isStopped = false

    /// The reservation of the store; `nil` before it is read, and once all is stored that an engine
    /// had to store when it was released.
    var reservation: EngineReservation?
}

/// A task that waits for a state of the device.
struct OfflineWaiter: Sendable {
    let topics: Set<News.Topic>
    let places: [TreePlace]

    /// Returns what resumes the task, if the state has come.
    let attempt: @Sendable (inout Device) -> (@Sendable () -> Void)?

    /// Resumes the task with an error.
    let fail: @Sendable (any Error) -> Void
}

/// Waiting tasks by what they wait for, so that news reach these and no others.
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

    /// Returns the numbers of those that news may concern, in the order in which they began to wait.
    func concerned(by news: News) -> [Int] {
        if waiters.isEmpty { return [] }
        if news.isEverything { return waiters.keys.sorted() }
        var ids: Set<Int> = []
        for topic in news.topics { ids.formUnion(topics[topic] ?? []) }
        if !places.isEmpty { for place in news.places { ids.formUnion(places.overlapping(place)) } }
        return ids.sorted()
    }
}

/// Something for the store to do.
enum StoreJob: Sendable {
    case step(StoreStep, then: StoreEvent?)
    case load(TrackedQuery.ID, StoredValue)
    case read(StoredValue, CheckedContinuation<TreeValue?, any Error>)
    case barrier(CheckedContinuation<Void, Never>)
}

/// What is to be done once the lock is released.
struct OfflineActions: Sendable {
    var signals: [WatchSignal] = []
    var failures: [(WatchSignal, TreeDatabaseError)] = []
    var resumptions: [@Sendable () -> Void] = []
    var effects: [Effect] = []
    var startsStoring = false
}

extension OfflineState {
    /// Adds the actions of the device's last transitions.
    ///
    /// - Returns: whether the caller has to run them, since no other thread does.
    mutating func prepareActions() -> Bool {
        actions.append(sortedEffects())
        defer { isActing = true }
        return !isActing
    }

    /// Takes the actions to be run next; `nil` if there are none any more.
    mutating func nextActions() -> OfflineActions? {
        let next = actions.popFirst()
        isActing = next != nil
        return next
    }

    /// Sorts the effects of the device's last transitions.
    private mutating func sortedEffects() -> OfflineActions {
        var actions = OfflineActions()
        resume(&actions)
        for effect in device.takeEffects() {
            switch effect {
            case .mark(let place): actions.signals += watches.record(place)
            case .store(let step, let event):
                if !isStopped { jobs.append(.step(step, then: event)) }
            case .load(let id, let value): jobs.append(.load(id, value))
            case .fail(let query, let error):
                let failed = signals.removeValue(forKey: query) ?? [:]
                actions.failures += failed.values.map { ($0, error) }
            default: if !isStopped { actions.effects.append(effect) }
            }
        }
        if !jobs.isEmpty, !isStoring {
            isStoring = true
            actions.startsStoring = true
        }
        return actions
    }

    private mutating func resume(_ actions: inout OfflineActions) {
        // A transition that a task has waited for may be news for others.
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
