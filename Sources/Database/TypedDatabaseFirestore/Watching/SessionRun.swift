import DatabaseTransport
import TypedDatabase

/// A run of sessions, one after the other, until no watch needs one.
struct SessionRun {
    let hub: WatchHub
    let client: ListenClient
    let number: Int

    init(_ hub: WatchHub, number: Int) {
        self.hub = hub
        client = hub.client
        self.number = number
    }

    func run() async {
        var credentials: FirestoreCredentials?
        var action: StreamState.Action? = .connect
        while let next = action, !Task.isCancelled {
            switch next {
            case .connect: action = await connect(&credentials, insteadOf: nil)
            case .connectWithNewToken(let count):
                if count > 0 { await wait(afterFailures: count) }
                action = await connect(&credentials, insteadOf: credentials)
            case .wait(let count):
                await wait(afterFailures: count)
                action = .connect
            case .fail(let error): return hub.fail(redacted(error, credentials), number)
            }
        }
    }

    func wait(afterFailures count: Int) async {
        try? await client.settings.wait(client.settings.streamBackoff, afterFailures: count)
    }

    /// Runs a session from its opening to its end. Returns the next action.
    private func connect(
        _ credentials: inout FirestoreCredentials?, insteadOf refused: FirestoreCredentials?
    ) async -> StreamState.Action? {
        do {
            credentials = try await client.client.credentials(insteadOf: refused)
        } catch {
            if !Task.isCancelled {
                client.connection.setDisconnected("there is no token: \(error)")
            }
            return hub.ended(.lost, number)
        }
        let end = await runSession(credentials)
        if case .refused(let error) = end, !Task.isCancelled {
            client.connection.setDisconnected(redacted(error, credentials).message)
        }
        return hub.ended(end, number)
    }

    private func redacted(
        _ error: TreeDatabaseError, _ credentials: FirestoreCredentials?
    ) -> TreeDatabaseError {
        credentials?.redacted(error) ?? error
    }

    private func runSession(_ credentials: FirestoreCredentials?) async -> StreamState.End {
        guard let opening = hub.begin(credentials, number) else { return .lost }
        if let end = await open(opening, credentials) { return end }
        guard let session = hub.session(number) else { return .lost }
        defer { terminate(session) }
        return await withTaskGroup(of: StreamState.End.self) { group in
            group.addTask { await BackChannel(self).run() }
            group.addTask { await ForwardChannel(self).run() }
            let end = await group.next()
            group.cancelAll()
            return end ?? .lost
        }
    }

    /// Opens a session. Returns the reason if that has failed.
    private func open(
        _ opening: WebChannelForward.Request, _ credentials: FirestoreCredentials?
    ) async -> StreamState.End? {
        let parts = client.address.open(opening, headers: credentials?.headers ?? [:])
        do {
            let response = try await response(to: parts)
            guard response.head.status == 200 else { return refusal(response) }
            var chunks = WebChannelChunks(maximumCount: Self.maximumAnswerCount)
            let arrays = try chunks.read(response.body).flatMap {
                try WebChannelArray.arrays(of: $0)
            }
            guard case .greeting(let greeting)? = arrays.first?.content else {
                client.connection.setDisconnected("the server doesn't open a session")
                return .lost
            }
            hub.opened(greeting, affinity: response.head.sessionAffinity, number)
            client.connection.set(.connected)
            return hub.receive(Array(arrays.dropFirst()), number)
        } catch {
            lost(error)
            return .lost
        }
    }

    // MARK: - Requests

    private static let maximumAnswerCount = 1 << 20

    /// Sends a short request. A cancelled task doesn't wait for the answer.
    func response(to parts: WebChannelAddress.Parts) async throws -> HTTPResponse {
        let exchange = client.transport.start(client.request(parts))
        defer { exchange.cancel() }
        return try await exchange.response(maximumCount: Self.maximumAnswerCount)
    }

    private func refusal(_ response: HTTPResponse) -> StreamState.End {
        let status = FirestoreStatus(httpStatus: response.head.status, body: response.body)
        if status.isExhausted { hub.exhausted(number) }
        return .refused(status.error(at: nil))
    }

    /// Returns the reason by which an answer ends an open session; `nil` if it may be asked again.
    ///
    /// The server answers with 400 for a session that it doesn't know.
    static func end(_ head: HTTPHead) -> StreamState.End? {
        switch head.status {
        case 400, 404, 410: .lost
        case 401, 403: .refused(FirestoreStatus(httpStatus: head.status, body: []).error(at: nil))
        default: nil
        }
    }

    /// Reports the reason why a request has failed.
    func lost(_ error: any Error) {
        if Task.isCancelled { return }
        switch error {
        case let failure as HTTPFailure: client.connection.setDisconnected(failure.message)
        default: client.connection.setDisconnected("the server's messages can't be read: \(error)")
        }
    }

    /// Ends a session on the server, which needn't answer.
    func terminate(_ session: WebChannelSession) {
        guard let parts = client.address.terminate(session) else { return }
        var request = client.request(parts)
        request.timeouts.whole = .seconds(10)
        let client = client
        Task { [request] in _ = try? await client.transport.send(request, maximumCount: 1 << 16) }
    }
}

// MARK: - The back channel

/// The reader of a session's arrays.
struct BackChannel {
    private let session: SessionRun
    private let hub: WatchHub
    private let client: ListenClient

    init(_ session: SessionRun) {
        self.session = session
        hub = session.hub
        client = session.client
    }

    /// Reads arrays until the session ends. Returns the reason.
    func run() async -> StreamState.End {
        while let (request, state) = hub.nextListen(session.number) {
            let end = await listen(client.address.listen(request, of: state), state.keepAlive)
            switch hub.stoppedListening(end, session.number) {
            case .proceed: break
            case .wait(let count): await session.wait(afterFailures: count)
            case .end(let end): return end
            }
        }
        return .lost
    }

    /// Sends one request, and reads its answer to the end.
    private func listen(
        _ parts: WebChannelAddress.Parts, _ keepAlive: Duration
    ) async -> WebChannelBack.End {
        let watchdog = watchdog(keepAlive)
        defer { watchdog.stop() }
        var request = client.request(parts)
        request.timeouts.idle = nil
        let exchange = client.transport.start(request)
        defer { exchange.cancel() }
        watchdog.watch(exchange)
        hub.listens(exchange, session.number)
        do {
            return try await read(exchange, watchdog)
        } catch let failure as HTTPFailure where failure.reason == .timedOut {
            return .silent
        } catch let failure as HTTPFailure {
            session.lost(failure)
            return .failed
        } catch WebChannelChunks.Failure.tooLong {
            let message =
                "the server's message has more than \(client.maximumChunkCount) characters"
            return .over(.refused(TreeDatabaseError(.tooLarge, message)))
        } catch {
            session.lost(error)
            return .over(.lost)
        }
    }

    private func read(
        _ exchange: HTTPExchange, _ watchdog: Watchdog
    ) async throws -> WebChannelBack.End {
        let head = try await head(of: exchange)
        guard head.status == 200 else { return SessionRun.end(head).map { .over($0) } ?? .failed }
        watchdog.reset()
        hub.answerBegan(session.number)
        var chunks = WebChannelChunks(maximumCount: client.maximumChunkCount)
        while let bytes = try await exchange.nextBytes() {
            watchdog.reset()
            for chunk in try chunks.read(bytes) {
                let arrays = try WebChannelArray.arrays(of: chunk)
                client.connection.set(.connected)
                if let end = hub.receive(arrays, session.number) { return .over(end) }
            }
        }
        return .ended
    }

    private func head(of exchange: HTTPExchange) async throws -> HTTPHead {
        do {
            return try await exchange.head()
        } catch let failure as HTTPFailure where failure.reason == .timedOut {
            // Silence before the head is that of the network.
            session.lost(failure)
            throw failure
        }
    }

    /// Returns a watchdog that ends an exchange after one and a half intervals without a byte, or
    /// up to as much again.
    private func watchdog(_ keepAlive: Duration) -> Watchdog {
        var settings = client.settings
        settings.silence = keepAlive * 3 / 4
        return Watchdog(settings)
    }
}

// MARK: - The forward channel

/// The sender of a session's messages.
struct ForwardChannel {
    private let session: SessionRun
    private let hub: WatchHub

    init(_ session: SessionRun) {
        self.session = session
        hub = session.hub
    }

    /// Sends messages until the session ends. Returns the reason.
    func run() async -> StreamState.End {
        while let (request, state) = try? await hub.nextForward(session.number) {
            let outcome = await send(session.client.address.forward(request, of: state))
            switch hub.forwarded(outcome, session.number) {
            case .proceed: break
            case .wait(let count): await session.wait(afterFailures: count)
            case .end(let end): return end
            }
        }
        return .lost
    }

    private func send(_ parts: WebChannelAddress.Parts) async -> WebChannelForward.Outcome {
        do {
            let response = try await session.response(to: parts)
            guard response.head.status == 200 else {
                return SessionRun.end(response.head).map { .over($0) } ?? .failed
            }
            session.client.connection.set(.connected)
            return .taken(hasBackChannel: Self.hasBackChannel(response.body))
        } catch {
            session.lost(error)
            return .failed
        }
    }

    /// Parses `[1,7,0]`: whether there is a back channel, the last array, and the number of bytes
    /// that are under way.
    private static func hasBackChannel(_ body: [UInt8]) -> Bool? {
        var chunks = WebChannelChunks(maximumCount: 1 << 16)
        guard let chunk = try? chunks.read(body).first else { return nil }
        var numbers: [Int]?
        numbers = try? JSONReader.read(chunk) { reader throws(JSONError) in try reader.integers() }
        return numbers?.first.map { $0 != 0 }
    }
}

// MARK: - Requests

/// The client of a database, with the settings of its watches.
struct ListenClient: Sendable {
    let client: FirestoreClient
    let address: WebChannelAddress

    /// The time without watches after which the session ends.
    var idleTime = Duration.seconds(60)

    /// The maximum number of UTF-16 code units in a chunk.
    var maximumChunkCount = 256 << 20

    init(_ client: FirestoreClient) {
        self.client = client
        address = WebChannelAddress(origin: client.address.origin, root: client.root)
    }

    var settings: TransportSettings { client.settings }
    var transport: any HTTPTransport { client.transport }
    var connection: ConnectionMonitor { client.connection }

    func request(_ parts: WebChannelAddress.Parts) -> HTTPRequest {
        var request = HTTPRequest(
            method: parts.body == nil ? .get : .post, url: parts.url, timeouts: settings.timeouts)
        if let body = parts.body {
            request.headers["Content-Type"] = "application/x-www-form-urlencoded"
            request.body = Array(body.utf8)
        }
        return request
    }
}
