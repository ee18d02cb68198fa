import TypedDatabase

/// Reads one stream, over as many connections as it takes, until nobody wants it any more.
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
            return state.ended(.refused(error))
        } catch is ServerSentEvents.TooLong {
            let message = "an event has more than \(client.settings.maximumEventCount) bytes"
            return state.ended(.refused(TreeDatabaseError(.tooLarge, at: key.place, message)))
        } catch {
            if !Task.isCancelled { client.connection.set(.disconnected) }
            return state.ended(.lost)
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
        let (head, exchange) = try await client.openStream(call, token, watchdog)
        defer { exchange.cancel() }
        client.connection.set(.connected)
        guard head.status == 200 else {
            let response = HTTPResponse(head: head, body: try await body(of: exchange))
            return .refused(ServerAnswer(client.redacted(response, token)).error(for: call))
        }
        var events = ServerSentEvents(maximumCount: client.settings.maximumEventCount)
        while let bytes = try await exchange.nextBytes() {
            watchdog.reset()
            for event in try events.read(bytes) {
                if let end = try apply(event, token, &state) { return end }
            }
        }
        client.connection.set(.disconnected)
        return .lost
    }

    /// What an answer says that isn't a stream.
    private func body(of exchange: HTTPExchange) async throws -> [UInt8] {
        var body: [UInt8] = []
        while body.count < 10_000, let bytes = try await exchange.nextBytes() { body += bytes }
        return body
    }

    /// Returns why the stream ends, if it does.
    private func apply(
        _ event: ServerSentEvents.Event, _ token: FirebaseToken?, _ state: inout StreamState
    ) throws -> StreamState.End? {
        switch try StreamEvent(event) {
        case .put(let place, let value)?:
            hub.apply([TreeUpdate(place, value)], to: id)
            if place.depth == 0 { state.received() }
        case .patch(let updates)?:
            hub.apply(updates, to: id)
        case .cancel(let reason)?:
            // The rules don't allow it any more, or it has become more than a stream can have.
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

    /// What the server says, as far as anybody reads it, without the token that it may repeat.
    private func shown(_ reason: String, _ token: FirebaseToken?) -> String {
        String((token?.redacted(from: reason) ?? reason).prefix(1000))
    }
}
