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

// MARK: - The log of changes

/// A place that a batch has changed, with its number in the order of all changes.
struct LoggedChange: Sendable {
    let number: Int64
    let place: TreePlace
}

// The table `change`, which tells a process about the writes of others.
extension Connection {
    /// The number of changes to keep. A reader further behind must assume that everything changed.
    static let keptChanges: Int64 = 4096

    /// The maximum number of logged places per batch. For more, their common ancestor is logged.
    private static let loggedPlaces = 256

    /// Logs a batch's changes, inside its transaction.
    func logChanges(at places: [TreePlace]) throws -> [LoggedChange] {
        let isMany = places.count > Self.loggedPlaces
        let logged = isMany ? [TreePlace.commonAncestor(of: places)] : places
        let changes = try logged.map { place in
            try run(.insertChange, [.bytes(PathBytes(place).bytes)])
            return LoggedChange(number: lastRow, place: place)
        }
        try pruneChanges(added: Int64(changes.count))
        return changes
    }

    /// Removes old changes from time to time, since each removal has a cost.
    private func pruneChanges(added: Int64) throws {
        let interval = Self.keptChanges / 4
        let last = lastRow
        guard last / interval != (last - added) / interval else { return }
        try run(.removeChanges, [.integer(last - Self.keptChanges)])
    }

    /// Returns the number of the latest change; 0 before the first.
    func lastChange() throws -> Int64 {
        try first(.lastChange) { $0.integer(at: 0) } ?? 0
    }

    /// Returns all changes after one. If some of them are gone, the root counts as changed.
    func changes(after number: Int64) throws -> [LoggedChange] {
        let statement = try statement(.changes)
        defer { statement.reset() }
        try statement.bind([.integer(number)])
        var changes: [LoggedChange] = []
        while try statement.step() {
            let place = try TreePlace(path: Array(statement.path(at: 1)))
            changes.append(LoggedChange(number: statement.integer(at: 0), place: place))
        }
        if let first = changes.first, let last = changes.last, first.number > number + 1 {
            return [LoggedChange(number: last.number, place: .root)]
        }
        return changes
    }

    /// Returns a number that changes when another connection, in any process, has written.
    func dataVersion() throws -> Int64 {
        try first(.dataVersion) { $0.integer(at: 0) } ?? 0
    }
}
