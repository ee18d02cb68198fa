import Dispatch
import TypedDatabase

/// Tells watches what has been written, by this process or another.
///
/// This engine's own writes are recorded at once. For those of others it looks at the file, 20 times in
/// a second, and reads the log of changes if something was written. It only looks while somebody
/// watches.
final class ChangeFeed: Sendable {
    /// How often it looks. So long may it take until a watch learns of another process's write.
    static let interval = DispatchTimeInterval.milliseconds(50)

    fileprivate struct State {
        var watches = WatchTree()
        /// The changes up to this one are recorded at all watches.
        var recorded: Int64 = 0
        var isLooking = false
        var isTicking = false
    }

    private let state = Locked(State())
    private let connections: ConnectionPool
    private let clock = DispatchQueue(label: "TypedDatabaseSQLite.clock")

    /// - Parameter connections: one, which nothing else uses.
    init(_ connections: ConnectionPool) {
        self.connections = connections
    }

    /// The changes up to this one are recorded at all watches. Ask before you take a watch's marks.
    var recorded: Int64 { state.withLock { $0.recorded } }

    var watchCount: Int { state.withLock { $0.watches.count } }

    /// Begins to tell a watch what is changed after this.
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
    /// Tells watches of a batch that this engine has written, once it is in the file.
    func record(_ changes: [LoggedChange]) {
        guard let first = changes.first?.number else { return }
        let signals = state.withLock { state -> [WatchSignal]? in
            if state.watches.isEmpty { return [] }
            return first > state.recorded + 1 ? nil : state.record(changes)
        }
        // Without signals, somebody else has written before, which has to be recorded first.
        if let signals { wake(signals) } else { look() }
    }

    private func wake(_ signals: [WatchSignal]) {
        for signal in signals { signal.wake() }
    }
}

extension ChangeFeed.State {
    /// Records those changes that aren't yet. Returns the signals to be woken without the lock.
    fileprivate mutating func record(_ changes: [LoggedChange]) -> [WatchSignal] {
        var signals: [WatchSignal] = []
        for change in changes where change.number > recorded {
            signals += watches.record(change.place)
            recorded = change.number
        }
        return signals
    }
}

// MARK: - Looking

extension ChangeFeed {
    /// Looks soon whether there is something new.
    private func look() {
        let isNeeded = state.withLock { state in
            if state.watches.isEmpty || state.isLooking { return false }
            state.isLooking = true
            return true
        }
        guard isNeeded else { return }
        connections.start { [self] connection in
            // Later writes ask for another look.
            state.withLock { $0.isLooking = false }
            let version = try connection.dataVersion()
            guard version != connection.lastDataVersion else { return }
            let changes = try connection.changes(after: recorded)
            connection.lastDataVersion = version
            wake(state.withLock { $0.record(changes) })
        } onError: { [self] error in
            // If something else uses the file, the next look will do.
            if (error as? TreeDatabaseError)?.kind != .unavailable { fail(error) }
        }
    }

    private func fail(_ error: any Error) {
        for signal in state.withLock({ $0.watches.record(.root) }) { signal.fail(error) }
    }

    /// Looks at intervals for as long as somebody watches.
    private func tick() {
        let isNeeded = state.withLock { state in
            if state.watches.isEmpty || state.isTicking { return false }
            state.isTicking = true
            return true
        }
        guard isNeeded else { return }
        clock.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isTicking = false }
            look()
            tick()
        }
    }
}
