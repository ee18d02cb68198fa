import DatabaseTransport
import TypedDatabase

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
            return (result.step, result.listensAnew ? state.exchange : nil)
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

    /// Notes the request of the back channel.
    func listens(_ exchange: HTTPExchange, _ run: Int) {
        state.withLock { if $0.run == run { $0.exchange = exchange } }
    }

    /// Notes the head of the answer to the request of the back channel.
    func hears(_ run: Int) {
        withSession(run) { $0.hears() }
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

    /// Notes the end of a session. Returns the next action of the run.
    func ended(_ end: StreamState.End, _ run: Int) -> StreamState.Action? {
        state.withLock { state in
            guard state.run == run, state.task != nil else { return nil }
            state.session = nil
            defer { state.isExhausted = false }
            if state.isExhausted { return .wait(afterFailures: .max) }
            return state.stream.ended(end)
        }
    }

    /// Notes that the server is too busy for this client.
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
