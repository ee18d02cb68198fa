import DatabaseTransport
import TypedDatabase

/// The runner of the session that serves an engine's watches.
///
/// All watches share one session, which begins with the first and ends some time after the last.
final class WatchHub: Sendable {
    let client: ListenClient
    let state: Locked<HubState>

    init(_ client: ListenClient) {
        self.client = client
        state = Locked(
            HubState(
                WatchTable(client.address.root),
                StreamState(canRenewToken: client.client.canRenewToken)))
    }

    /// The number of targets.
    var targetCount: Int { state.withLock { $0.table.targetCount } }

    /// The number of sessions that have begun.
    var sessionCount: Int { state.withLock { $0.sessionCount } }

    /// Whether a session is open or being opened.
    var hasSession: Bool { state.withLock { $0.task != nil } }

    // MARK: - Watches

    func add(_ signal: WatchSignal, to target: ListenTarget) {
        change { state in
            state.idleTask?.cancel()
            state.idleTask = nil
            if state.task == nil { start(&state) }
            return state.table.add(signal, to: target)
        }
    }

    func remove(_ signal: WatchSignal) {
        change { state in
            let actions = state.table.remove(signal)
            if state.table.isEmpty, state.task != nil, state.idleTask == nil {
                state.idleTask = idleTask(state.run)
            }
            return actions
        }
    }

    /// Notes a write, which watches that begin later have to have.
    func wrote(at time: ReadTime) {
        state.withLock { $0.table.wrote(at: time) }
    }

    /// Returns the marks of a watch, and the state they refer to. Without a known state, the marks
    /// are empty: once it is known, everything is marked.
    func read(for signal: WatchSignal) throws -> (WatchMarks, any TreeState) {
        try state.withLock { state in
            guard let known = state.table.state(for: signal) else {
                _ = try signal.take()
                return (WatchMarks(), TreeValue?.none)
            }
            return (try signal.take(), known)
        }
    }

    /// Ends the session.
    func close() {
        end { _ in true }
    }

    // MARK: - The life of a run

    private func start(_ state: inout HubState) {
        state.run += 1
        state.stream = StreamState(canRenewToken: client.client.canRenewToken)
        state.isExhausted = false
        let run = SessionRun(self, number: state.run)
        state.task = Task { await run.run() }
    }

    private func idleTask(_ run: Int) -> Task<Void, Never> {
        Task { [weak self, client] in
            guard (try? await client.settings.clock.sleep(for: client.idleTime)) != nil else {
                return
            }
            self?.end { $0.run == run && $0.table.isEmpty }
        }
    }

    private func end(if condition: (HubState) -> Bool) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard condition(state) else { return nil }
            defer { state.task = nil }
            state.idleTask?.cancel()
            state.idleTask = nil
            state.session = nil
            state.exchange = nil
            return state.task
        }
        task?.cancel()
    }

    /// Makes a transition, and executes the actions that it returns.
    func change(_ transition: (inout HubState) -> [WatchTable.Action]) {
        let (actions, waiter) = state.withLock { state in
            let actions = transition(&state)
            return (actions, state.send(actions, client.address.root))
        }
        waiter?.resume()
        for action in actions { action.tellWatch() }
    }
}

extension WatchTable.Action {
    fileprivate func tellWatch() {
        switch self {
        case .wake(let signal): signal.wake()
        case .fail(let signal, let error): signal.fail(error)
        case .send, .reachedState, .endSession: break
        }
    }
}
