import Dispatch
import TypedDatabase

/// The notification of watches about writes, by this process or another.
///
/// This engine's own writes are recorded immediately. For other processes' writes, the feed listens
/// to the file's events while a watch exists, and reads the log of changes after an event. Where
/// the system has no events, it polls the file.
final class ChangeFeed: Sendable {
    /// The polling interval: the delay until a watch learns of another process's write.
    static let interval = DispatchTimeInterval.milliseconds(50)

    fileprivate struct State {
        var watches = WatchTree()
        /// The number of the latest change that is recorded at all watches.
        var recorded: Int64 = 0
        var isLooking = false
        var isTicking = false
        var attention = Attention.none
    }

    /// The means to notice other processes' writes.
    fileprivate enum Attention {
        case none
        case starting
        case events(FileEvents)
        case polls
    }

    private let state = Locked(State())
    private let connections: ConnectionPool
    private let files: WatchedFiles
    private let startEvents: FileEvents.Start
    private let clock = DispatchQueue(label: "TypedDatabaseSQLite.clock")

    /// - Parameters:
    ///   - connections: a pool of one connection, for the feed alone.
    ///   - startEvents: starts the events of the files.
    init(
        _ connections: ConnectionPool, _ files: WatchedFiles,
        startEvents: @escaping FileEvents.Start
    ) {
        self.connections = connections
        self.files = files
        self.startEvents = startEvents
    }

    /// The number of the latest change that is recorded at all watches. Read it before taking a
    /// watch's marks.
    var recorded: Int64 { state.withLock { $0.recorded } }

    var watchCount: Int { state.withLock { $0.watches.count } }

    /// Whether the feed polls.
    var polls: Bool {
        if case .polls = state.withLock({ $0.attention }) { true } else { false }
    }

    /// Records later changes at a watch.
    func add(_ signal: WatchSignal) async throws {
        let latest = try await connections.run { try $0.lastChange() }
        state.withLock { state in
            if state.watches.isEmpty { state.recorded = max(state.recorded, latest) }
            state.watches.insert(signal)
        }
        listen()
    }

    func remove(_ signal: WatchSignal) {
        state.withLock { state in
            state.watches.remove(signal)
            if state.watches.isEmpty { state.attention = .none }
        }
    }

    /// Ends all watches.
    func close() async {
        let signals = state.withLock { state in
            defer {
                state.watches = WatchTree()
                state.attention = .none
            }
            return state.watches.record(.root)
        }
        for signal in signals { signal.fail(SQLiteEngine.closed) }
        await connections.close()
    }
}

// MARK: - Recording

extension ChangeFeed {
    /// Records a batch of this engine at the watches, once it is in the file, and tells other
    /// processes.
    func record(_ changes: [LoggedChange]) {
        guard let first = changes.first?.number else { return }
        files.touchLog()
        let signals = state.withLock { state -> [WatchSignal]? in
            if state.watches.isEmpty { return [] }
            return first > state.recorded + 1 ? nil : state.record(changes)
        }
        // Without signals, another process has written before, whose changes have to be recorded
        // first.
        if let signals { wake(signals) } else { look() }
    }

    private func wake(_ signals: [WatchSignal]) {
        for signal in signals { signal.wake() }
    }
}

extension ChangeFeed.State {
    /// Records the changes that are new. Returns the signals, to be woken without the lock.
    fileprivate mutating func record(_ changes: [LoggedChange]) -> [WatchSignal] {
        var signals: [WatchSignal] = []
        for change in changes where change.number > recorded {
            signals += watches.record(change.place)
            recorded = change.number
        }
        return signals
    }
}

// MARK: - Listening

extension ChangeFeed {
    /// Starts to listen to the file's events, or to poll, if the feed does neither.
    ///
    /// The watch that needs it has opened the file before, and thereby its log.
    private func listen() {
        let isFirst = state.withLock { state in
            guard !state.watches.isEmpty, case .none = state.attention else { return false }
            state.attention = .starting
            return true
        }
        guard isFirst else { return }
        let events = startEvents(files, clock) { [weak self] in self?.handle($0) }
        state.withLock { state in
            guard case .starting = state.attention else { return }
            state.attention = events.map(Attention.events) ?? .polls
        }
        // Another process may have written before the first event.
        look()
        tick()
    }

    private func handle(_ event: FileEvent) {
        if event == .end {
            state.withLock { state in
                if case .events = state.attention { state.attention = .polls }
            }
            tick()
        }
        look()
    }

    /// Schedules a look at the log of changes.
    private func look() {
        let isFirst = state.withLock { state in
            if state.watches.isEmpty || state.isLooking { return false }
            state.isLooking = true
            return true
        }
        guard isFirst else { return }
        connections.start { [self] connection in
            // Later writes schedule another look.
            state.withLock { $0.isLooking = false }
            let version = try connection.dataVersion()
            guard version != connection.lastDataVersion else { return }
            let changes = try connection.changes(after: recorded)
            connection.lastDataVersion = version
            wake(state.withLock { $0.record(changes) })
        } onError: { [self] error in
            if (error as? TreeDatabaseError)?.kind == .unavailable {
                // The file is busy.
                clock.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.look() }
            } else {
                fail(error)
            }
        }
    }

    private func fail(_ error: any Error) {
        for signal in state.withLock({ $0.watches.record(.root) }) { signal.fail(error) }
    }

    /// Looks at intervals for as long as the feed polls.
    private func tick() {
        let isFirst = state.withLock { state in
            guard case .polls = state.attention, !state.isTicking else { return false }
            state.isTicking = true
            return true
        }
        guard isFirst else { return }
        clock.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isTicking = false }
            look()
            tick()
        }
    }
}
