import DatabaseTransport

/// The state of a WebChannel session: a value whose transitions return what to do next.
///
/// A session has a forward channel, short requests that carry numbered messages to the server, and a
/// back channel, one request at a time whose answer carries the server's numbered arrays. Each side
/// ignores what it gets twice, so that everything can be sent again.
struct WebChannelSession: Sendable {
    /// The next step of the channel whose request has ended.
    enum Step: Hashable, Sendable {
        case proceed
        case wait(afterFailures: Int)
        case end(StreamState.End)
    }

    /// The number of successive failures of one channel at which the session is given up.
    static let maximumFailures = 3

    private(set) var greeting: WebChannelGreeting?

    /// The value that leads later requests to the same server.
    private(set) var affinity: String?

    private var forward: WebChannelForward
    private var back = WebChannelBack()

    /// Makes a session that is to be opened.
    init(_ messages: [String]) {
        forward = WebChannelForward(messages)
    }

    /// The interval of the server's signs of life.
    var keepAlive: Duration {
        .milliseconds(min(max(greeting?.keepAlive ?? 30_000, 1), 600_000))
    }

    mutating func opened(_ greeting: WebChannelGreeting, affinity: String?) {
        self.greeting = greeting
        self.affinity = affinity
        _ = forward.succeeded()
    }

    // MARK: - The forward channel

    mutating func send(_ message: String) {
        forward.messages.append(message)
    }

    /// Whether there is a request to make. The first is the one that opens the session.
    var hasForward: Bool { greeting != nil && forward.hasRequest }

    /// Returns the next request: the last one if it has failed; `nil` if there is nothing to send.
    mutating func nextForward() -> WebChannelForward.Request? {
        let request = forward.next()
        if request != nil { forward.heardAnswer = back.heardAnswer }
        return request
    }

    /// The number of the latest array of the server.
    var acknowledged: Int { back.lastNumber }

    /// The number of a request after all others.
    var finalRequestID: Int { forward.lastID + 1 }

    /// Returns the next step, and whether the back channel's request is to be replaced since the
    /// server no longer has it.
    mutating func forwarded(
        _ outcome: WebChannelForward.Outcome
    ) -> (step: Step, listensAnew: Bool) {
        switch outcome {
        case .taken(let hasBackChannel):
            let heard = forward.succeeded()
            let isLost = hasBackChannel == false && heard != nil && heard == back.heardAnswer
            return (.proceed, isLost)
        case .failed:
            let count = forward.failed()
            return (count < Self.maximumFailures ? .wait(afterFailures: count) : .end(.lost), false)
        case .over(let end): return (.end(end), false)
        }
    }

    // MARK: - The back channel

    /// Returns the next request, once the last one has ended.
    mutating func listen() -> WebChannelBack.Request { back.listen() }

    /// Notes the head of the answer.
    mutating func hears() { back.hears() }

    /// Returns the contents of arrays that are new.
    mutating func receive(_ arrays: [WebChannelArray]) -> [WebChannelArray.Content] {
        arrays.compactMap { back.receive($0) }
    }

    mutating func stoppedListening(_ end: WebChannelBack.End) -> Step { back.stopped(end) }
}
