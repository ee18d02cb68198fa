import DatabaseTransport
import TypedDatabase

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
