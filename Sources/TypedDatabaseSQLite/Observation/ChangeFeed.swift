import Dispatch
import TypedDatabase

/// Tells watches what has been written, by this process or another.
///
/// It reads the log of changes: soon after each write of this engine, and for those of others whenever
/// a look at the file, 20 times in a second, finds that something was written. It only looks while
/// somebody watches.
final class ChangeFeed: Sendable {
    /// How often it looks. So long may it take until a watch learns of another process's write.
    static let interval = DispatchTimeInterval.milliseconds(50)

    private struct State {
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
    func add(_ signal: WatchSignal, at place: TreePlace) async throws {
        let latest = try await connections.run { try $0.lastChange() }
        state.withLock { state in
            if state.watches.isEmpty { state.recorded = max(state.recorded, latest) }
            state.watches.insert(signal, at: place)
        }
        tick()
    }

    func remove(_ signal: WatchSignal, at place: TreePlace) {
        state.withLock { $0.watches.remove(signal, at: place) }
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

// MARK: - Looking

extension ChangeFeed {
    /// Looks soon whether there is something new. Costs nothing if nobody watches.
    func look() {
        let isNeeded = state.withLock { state in
            if state.watches.isEmpty || state.isLooking { return false }
            state.isLooking = true
            return true
        }
        guard isNeeded else { return }
        connections.start { [self] connection in
            // Writes from here on ask for another look.
            state.withLock { $0.isLooking = false }
            do {
                try look(with: connection.get())
            } catch let error as SQLiteFailure where error.leavesConnectionUsable {
                // Something else uses the file; the next look will do.
            } catch {
                fail(error)
            }
        }
    }

    private func look(with connection: Connection) throws {
        guard try connection.hasNews() else { return }
        let changes = try connection.changes(after: recorded)
        let signals = state.withLock { state -> [WatchSignal] in
            var signals: [WatchSignal] = []
            for change in changes where change.number > state.recorded {
                signals += state.watches.record(change.place)
                state.recorded = change.number
            }
            return signals
        }
        for signal in signals { signal.wake() }
    }

    private func fail(_ error: any Error) {
        let signals = state.withLock { $0.watches.record(.root) }
        for signal in signals { signal.fail(error) }
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
