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

    /// Records a write, which later watches must include.
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

// MARK: - The calls of a run

/// The calls of a run, which have no effect once another has begun.
extension WatchHub {
    /// Begins a session with all targets. Returns the request that opens it; `nil` if no watch is
    /// left, or the run has ended.
    ///
    /// - Parameter credentials: those of the session.
    func begin(
        _ credentials: FirestoreCredentials?, _ run: Int
    ) -> WebChannelForward.Request? {
        state.withLock { state in
            guard state.run == run, state.task != nil else { return nil }
            if state.table.isEmpty {
                state.task = nil
                return nil
            }
            let root = client.address.root
            state.session = WebChannelSession(
                state.table.resume().map { $0.json(root) })
            state.sessionCount += 1
            state.credentials = credentials
            return state.session?.nextForward()
        }
    }

    func opened(_ greeting: WebChannelGreeting, affinity: String?, _ run: Int) {
        withSession(run) { $0.opened(greeting, affinity: affinity) }
    }

    /// Waits for messages to send. Returns the request for them; `nil` at the end of the session.
    func nextForward(_ run: Int) async throws -> (WebChannelForward.Request, WebChannelSession)? {
        try await state.wait(in: \.waiters[run]) { state in
            state.run != run || state.session?.hasForward != false ? .success(()) : nil
        }
        return withSession(run) { session in session.nextForward().map { ($0, session) } } ?? nil
    }

    func forwarded(
        _ outcome: WebChannelForward.Outcome, _ run: Int
    ) -> WebChannelSession.Step {
        let (step, exchange) = state.withLock { state -> (WebChannelSession.Step, HTTPExchange?) in
            guard state.run == run, let result = state.session?.forwarded(outcome) else {
                return (.end(.lost), nil)
            }
            return (result.step, result.isBackChannelLost ? state.exchange : nil)
        }
        exchange?.cancel(.timedOut, "the server has lost the request")
        return step
    }

    /// Returns the session, for the request that ends it.
    func session(_ run: Int) -> WebChannelSession? {
        withSession(run) { $0 }
    }

    func nextListen(_ run: Int) -> (WebChannelBack.Request, WebChannelSession)? {
        withSession(run) { ($0.listen(), $0) }
    }

    /// Records the request of the back channel.
    func listens(_ exchange: HTTPExchange, _ run: Int) {
        state.withLock { if $0.run == run { $0.exchange = exchange } }
    }

    /// Records the head of the answer to the back channel's request.
    func answerBegan(_ run: Int) {
        withSession(run) { $0.answerBegan() }
    }

    /// Applies arrays of the back channel. Returns the end of the session if they have one.
    func receive(_ arrays: [WebChannelArray], _ run: Int) -> StreamState.End? {
        var end: StreamState.End?
        change { state in
            guard state.run == run, let contents = state.session?.receive(arrays) else {
                end = .lost
                return []
            }
            var actions: [WatchTable.Action] = []
            for content in contents where end == nil {
                let new = state.apply(content)
                actions += new.actions
                end = new.end
            }
            return actions
        }
        return end
    }

    func stoppedListening(
        _ outcome: WebChannelBack.End, _ run: Int
    ) -> WebChannelSession.Step {
        state.withLock { state in
            guard state.run == run, let step = state.session?.stoppedListening(outcome) else {
                return .end(.lost)
            }
            state.exchange = nil
            if outcome == .silent { state.stream.keptAlive() }
            return step
        }
    }

    /// Records the end of a session. Returns the next action of the run.
    func ended(_ end: StreamState.End, _ run: Int) -> StreamState.Action? {
        state.withLock { state in
            guard state.run == run, state.task != nil else { return nil }
            state.session = nil
            defer { state.isExhausted = false }
            if state.isExhausted { return .wait(afterFailures: .max) }
            return state.stream.ended(end)
        }
    }

    /// Records that the server has exhausted its resources for this client.
    func exhausted(_ run: Int) {
        state.withLock { if $0.run == run { $0.isExhausted = true } }
    }

    /// Ends the run and all watches with an error.
    func fail(_ error: TreeDatabaseError, _ run: Int) {
        change { state in
            guard state.run == run else { return [] }
            state.task = nil
            state.session = nil
            return state.table.fail(error)
        }
    }

    @discardableResult
    private func withSession<Result: Sendable>(
        _ run: Int, _ body: (inout WebChannelSession) -> Result
    ) -> Result? {
        state.withLock { state in
            guard state.run == run, var session = state.session else { return nil }
            defer { state.session = session }
            return body(&session)
        }
    }
}

// MARK: - The state

/// The state of a hub.
struct HubState: Sendable {
    var table: WatchTable
    var stream: StreamState
    var session: WebChannelSession?

    /// The number of sessions that have begun.
    var sessionCount = 0

    /// The tokens of the session, which no error may quote.
    var credentials: FirestoreCredentials?

    /// The request of the session's back channel.
    var exchange: HTTPExchange?

    /// Whether the server is too busy for this client.
    var isExhausted = false

    /// The number of the latest run. Earlier ones may still be ending.
    var run = 0
    var task: Task<Void, Never>?
    var idleTask: Task<Void, Never>?

    /// The forward channels that wait for messages, by run.
    var waiters: [Int: Locked<HubState>.Waiter<Void>] = [:]

    init(_ table: WatchTable, _ stream: StreamState) {
        self.table = table
        self.stream = stream
    }
}

extension HubState {
    /// Sends the messages among some actions. Returns the waiting forward channel.
    mutating func send(
        _ actions: [WatchTable.Action], _ root: DocumentRoot
    ) -> Locked<HubState>.Waiter<Void>? {
        for case .send(let request) in actions { session?.send(request.json(root)) }
        // Without a session, the forward channel ends.
        guard session?.hasForward != false else { return nil }
        return waiters.removeValue(forKey: run)
    }

    mutating func apply(
        _ content: WebChannelArray.Content
    ) -> (actions: [WatchTable.Action], end: StreamState.End?) {
        switch content {
        case .message(let message):
            var end: StreamState.End?
            let actions = table.apply(message)
            for action in actions {
                switch action {
                case .reachedState: stream.received()
                case .endSession(let reason): end = reason
                case .send, .wake, .fail: break
                }
            }
            return (actions.map { $0.redacted(credentials) }, end)
        case .error(let status):
            isExhausted = status.isExhausted
            return ([], .refused(status.error(at: nil)))
        case .stop: return ([], .lost)
        case .greeting, .noop, .unknown: return ([], nil)
        }
    }
}

extension WatchTable.Action {
    fileprivate func redacted(_ credentials: FirestoreCredentials?) -> Self {
        guard case .fail(let signal, let error) = self, let credentials else { return self }
        return .fail(signal, credentials.redacted(error))
    }
}
