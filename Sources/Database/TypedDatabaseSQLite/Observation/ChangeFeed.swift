import Dispatch
import TypedDatabase

/// The notification of watches about writes, by this process or another.
///
/// This engine's own writes are recorded immediately. For other processes' writes, the feed polls
/// the file 20 times per second, and reads the log of changes after a write. It only polls while a
/// watch exists.
final class ChangeFeed: Sendable {
    /// The polling interval: the delay until a watch learns of another process's write.
    static let interval = DispatchTimeInterval.milliseconds(50)

    fileprivate struct State {
        var watches = WatchTree()
        /// The number of the latest change that is recorded at all watches.
        var recorded: Int64 = 0
        var isLooking = false
        var isTicking = false
    }

    private let state = Locked(State())
    private let connections: ConnectionPool
    private let clock = DispatchQueue(label: "TypedDatabaseSQLite.clock")

    /// - Parameter connections: a pool of one connection, for the feed alone.
    init(_ connections: ConnectionPool) {
        self.connections = connections
    }

    /// The number of the latest change that is recorded at all watches. Read it before taking a
    /// watch's marks.
    var recorded: Int64 { state.withLock { $0.recorded } }

    var watchCount: Int { state.withLock { $0.watches.count } }

    /// Records later changes at a watch.
    func add(_ signal: WatchSignal) async throws {
        let latest = try await connections.run { try $0.lastChange() }
        state.withLock { state in
            if state.watches.isEmpty { state.recorded = max(state.recorded, latest) }
            state.watches.insert(signal)
        }
        tick()
    }

    func remove(_ signal: WatchSignal) {
        state.withLock { $0.watches.remove(signal) }
    }

    /// Ends all watches.
    func close() async {
        let signals = state.withLock { state in
            defer { state.watches = WatchTree() }
            return state.watches.record(.root)
        }
        for signal in signals { signal.fail(SQLiteEngine.closed) }
        await connections.close()
    }
}

// MARK: - Recording

extension ChangeFeed {
    /// Records a batch of this engine at the watches, once it is in the file.
    func record(_ changes: [LoggedChange]) {
        guard let first = changes.first?.number else { return }
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

// MARK: - Polling

extension ChangeFeed {
    /// Sets a flag, if a watch exists. Returns whether it wasn't set before.
    private func begin(_ flag: any WritableKeyPath<State, Bool> & Sendable) -> Bool {
        state.withLock { state in
            if state.watches.isEmpty || state[keyPath: flag] { return false }
            state[keyPath: flag] = true
            return true
        }
    }

    /// Schedules a poll.
    private func look() {
        guard begin(\.isLooking) else { return }
        connections.start { [self] connection in
            // Later writes schedule another poll.
            state.withLock { $0.isLooking = false }
            let version = try connection.dataVersion()
            guard version != connection.lastDataVersion else { return }
            let changes = try connection.changes(after: recorded)
            connection.lastDataVersion = version
            wake(state.withLock { $0.record(changes) })
        } onError: { [self] error in
            // If the file is busy, the next poll will do.
            if (error as? TreeDatabaseError)?.kind != .unavailable { fail(error) }
        }
    }

    private func fail(_ error: any Error) {
        for signal in state.withLock({ $0.watches.record(.root) }) { signal.fail(error) }
    }

    /// Polls at intervals for as long as a watch exists.
    private func tick() {
        guard begin(\.isTicking) else { return }
        clock.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isTicking = false }
            look()
            tick()
        }
    }
}
