import DatabaseTransport
import TypedDatabase

/// The runner of an engine's streams, which serve its watches.
final class StreamHub: Sendable {
    private struct State {
        var table = StreamTable()
        var tasks: [StreamTable.ID: Task<Void, Never>] = [:]
    }

    private let state = Locked(State())
    let client: FirebaseClient

    init(_ client: FirebaseClient) {
        self.client = client
    }

    /// The number of streams.
    var count: Int { state.withLock { $0.table.count } }

    func add(_ signal: WatchSignal) {
        change { $0.add(signal) }
    }

    func remove(_ signal: WatchSignal) {
        change { $0.remove(signal) }
    }

    /// Returns the marks of a watch, and the state they refer to. Without a known state, the marks
    /// are empty: once it is known, everything is marked.
    func read(for signal: WatchSignal) throws -> (WatchMarks, any TreeState) {
        try state.withLock { state in
            let marks = try signal.take()
            guard let known = state.table.state(for: signal) else {
                return (WatchMarks(), TreeValue?.none)
            }
            return (marks, known)
        }
    }

    /// Records a write that has returned, with the values that it has left at its places. Watches
    /// that begin from now on see it.
    func wrote(_ values: [(place: TreePlace, value: WrittenValue)]) {
        state.withLock { $0.table.wrote(values) }
    }

    /// Records that a stream connects or reconnects.
    func connect(_ id: StreamTable.ID) {
        state.withLock { $0.table.connect(id) }
    }

    /// Applies an event of a stream.
    func apply(_ updates: [TreeUpdate], to id: StreamTable.ID) {
        change { $0.apply(updates, to: id) }
    }

    /// Ends a stream that has failed permanently.
    func fail(_ id: StreamTable.ID, _ error: TreeDatabaseError) {
        change { $0.fail(id, error) }
    }

    /// Makes a transition, and executes the actions that it returns.
    private func change(_ transition: (inout StreamTable) -> [StreamTable.Action]) {
        let (actions, closed) = state.withLock { state in
            let actions = transition(&state.table)
            var closed: [Task<Void, Never>] = []
            for action in actions {
                switch action {
                case .open(let id):
                    state.tasks[id] = Task { await StreamReader(id, self).run() }
                case .close(let id):
                    if let task = state.tasks.removeValue(forKey: id) { closed.append(task) }
                case .wake, .fail: break
                }
            }
            return (actions, closed)
        }
        for task in closed { task.cancel() }
        for action in actions {
            switch action {
            case .wake(let signal): signal.wake()
            case .fail(let signal, let error): signal.fail(error)
            case .open, .close: break
            }
        }
    }
}

// MARK: - One stream

/// The reader of one stream, which reconnects until the stream is closed.
struct StreamReader {
    private let id: StreamTable.ID
    private let hub: StreamHub
    private let client: FirebaseClient

    init(_ id: StreamTable.ID, _ hub: StreamHub) {
        self.id = id
        self.hub = hub
        client = hub.client
    }

    func run() async {
        var state = StreamState(canRenewToken: client.canRenewToken)
        var token: FirebaseToken?
        var action = StreamState.Action.connect
        while !Task.isCancelled {
            switch action {
            case .connect:
                action = await connect(&token, insteadOf: nil, &state)
            case .connectWithNewToken(let count):
                if count > 0 { await wait(afterFailures: count) }
                action = await connect(&token, insteadOf: token, &state)
            case .wait(let count):
                await wait(afterFailures: count)
                action = .connect
            case .fail(let error):
                return hub.fail(id, client.redacted(error, token))
            }
        }
    }

    private func wait(afterFailures count: Int) async {
        try? await client.settings.wait(client.settings.streamBackoff, afterFailures: count)
    }

    private func connect(
        _ token: inout FirebaseToken?, insteadOf refused: FirebaseToken?, _ state: inout StreamState
    ) async -> StreamState.Action {
        do {
            token = try await client.token(insteadOf: refused)
            return state.ended(try await readConnection(token, &state))
        } catch let error as TreeDatabaseError {
            if error.kind == .unavailable {
                client.connection.setDisconnected(client.redacted(error, token).message)
            }
            return state.ended(.refused(error))
        } catch is ServerSentEvents.TooLong {
            let message = "an event has more than \(client.settings.maximumEventCount) bytes"
            return state.ended(.refused(TreeDatabaseError(.tooLarge, at: key.place, message)))
        } catch {
            if !Task.isCancelled { client.connection.setDisconnected(Self.reason(error)) }
            return state.ended(.lost)
        }
    }

    /// Returns the reason why a connection was lost, or wasn't made.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case let failure as HTTPFailure: failure.message
        case let error as JSONError: "the server's events can't be read: \(error)"
        default: "there is no token: \(error)"
        }
    }

    // MARK: - One connection

    private var key: StreamTable.Key { id.key }

    private var call: FirebaseCall {
        var call = FirebaseCall(method: .get, place: key.place)
        call.parameters = RemoteQuery(key.selection).parameters
        call.headers = ["Accept": "text/event-stream"]
        call.order = key.selection.order
        return call
    }

    private func readConnection(
        _ token: FirebaseToken?, _ state: inout StreamState
    ) async throws -> StreamState.End {
        let watchdog = Watchdog(client.settings)
        defer { watchdog.stop() }
        hub.connect(id)
        let (head, exchange) = try await client.openStream(call, token, watchdog)
        defer { exchange.cancel() }
        guard head.status == 200 else {
            let body = try await body(of: exchange)
            let response = client.redacted(HTTPResponse(head: head, body: body), token)
            client.answered(response)
            return .refused(ServerAnswer(response).error(for: call))
        }
        client.connection.set(.connected)
        var events = ServerSentEvents(maximumCount: client.settings.maximumEventCount)
        while let bytes = try await exchange.nextBytes() {
            watchdog.reset()
            // Events that arrive together are one update: they may belong to one write.
            var updates: [TreeUpdate] = []
            defer { if !updates.isEmpty { hub.apply(updates, to: id) } }
            for event in try events.read(bytes) {
                if let end = try collect(event, token, &updates, &state) { return end }
            }
        }
        client.connection.setDisconnected("the server has closed the connection")
        return .lost
    }

    /// Returns the body of an answer that isn't a stream.
    private func body(of exchange: HTTPExchange) async throws -> [UInt8] {
        var body: [UInt8] = []
        while body.count < 10_000, let bytes = try await exchange.nextBytes() { body += bytes }
        return body
    }

    /// Adds the updates of an event. Returns the reason if the event ends the stream.
    private func collect(
        _ event: ServerSentEvents.Event, _ token: FirebaseToken?, _ updates: inout [TreeUpdate],
        _ state: inout StreamState
    ) throws -> StreamState.End? {
        switch try StreamEvent(event) {
        case .put(let place, let value)?:
            updates.append(TreeUpdate(place, value))
            if place.depth == 0 { state.received() }
        case .patch(let patch)?: updates += patch
        case .cancel(let reason)?:
            // The rules no longer allow it, or its data exceeds the limit of streams.
            let isTooLarge = reason.contains("exceed") || reason.contains("large")
            return .refused(
                TreeDatabaseError(
                    isTooLarge ? .tooLarge : .permissionDenied, at: key.place,
                    "the server has ended the stream: \(shown(reason, token))"))
        case .authRevoked(let reason)?:
            return .refused(
                TreeDatabaseError(.unauthenticated, at: key.place, shown(reason, token)))
        case .keepAlive?: state.keptAlive()
        case nil: break
        }
        return nil
    }

    /// Returns the start of the server's message, without the token that it may quote.
    private func shown(_ reason: String, _ token: FirebaseToken?) -> String {
        String((token?.redacted(from: reason) ?? reason).prefix(1000))
    }
}
