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
