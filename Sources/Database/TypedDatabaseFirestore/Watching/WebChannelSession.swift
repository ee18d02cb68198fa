import DatabaseTransport
import TypedDatabase

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

    /// The interval of the server's keep-alives.
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
        if request != nil { forward.answeredRequest = back.answeredRequest }
        return request
    }

    /// The number of the latest array of the server.
    var acknowledged: Int { back.lastNumber }

    /// The number of a request after all others.
    var finalRequestID: Int { forward.lastID + 1 }

    /// Returns the next step, and whether the server has lost the back channel's request, which
    /// then must be replaced.
    mutating func forwarded(
        _ outcome: WebChannelForward.Outcome
    ) -> (step: Step, isBackChannelLost: Bool) {
        switch outcome {
        case .taken(let hasBackChannel):
            let answered = forward.succeeded()
            let isLost =
                hasBackChannel == false && answered != nil && answered == back.answeredRequest
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

    /// Records the head of the answer.
    mutating func answerBegan() { back.answerBegan() }

    /// Returns the contents of arrays that are new.
    mutating func receive(_ arrays: [WebChannelArray]) -> [WebChannelArray.Content] {
        arrays.compactMap { back.receive($0) }
    }

    mutating func stoppedListening(_ end: WebChannelBack.End) -> Step { back.stopped(end) }
}

// MARK: - The forward channel's state

/// The forward channel of a session: the messages to send, and the current request.
struct WebChannelForward: Sendable {
    /// A request of the forward channel.
    struct Request: Hashable, Sendable {
        var id: Int
        /// The number of the first message.
        var offset: Int
        var messages: [String]
    }

    enum Outcome: Hashable, Sendable {
        /// The server has the messages.
        ///
        /// - Parameter hasBackChannel: whether the server has a request of the back channel; `nil`
        ///   if the answer doesn't tell.
        case taken(hasBackChannel: Bool?)
        case failed
        /// The session is over.
        case over(StreamState.End)
    }

    /// The maximum number of messages in a request.
    static let maximumCount = 100

    /// The messages that are in no request yet.
    var messages: [String]

    /// The back channel's request whose answer had begun when the current request was made.
    var answeredRequest: Int?

    /// The number of the latest request.
    private(set) var lastID = 0

    private var request: Request?
    private var offset = 0
    private var failureCount = 0

    init(_ messages: [String]) {
        self.messages = messages
    }

    /// Whether there is a request to make.
    var hasRequest: Bool { request != nil || !messages.isEmpty }

    mutating func next() -> Request? {
        if let request { return request }
        if messages.isEmpty { return nil }
        lastID += 1
        let count = min(messages.count, Self.maximumCount)
        request = Request(id: lastID, offset: offset, messages: Array(messages.prefix(count)))
        messages.removeFirst(count)
        return request
    }

    /// Returns the back channel's request whose answer had begun when this request was made.
    mutating func succeeded() -> Int? {
        offset += request?.messages.count ?? 0
        request = nil
        failureCount = 0
        return answeredRequest
    }

    /// Returns the number of successive failures.
    mutating func failed() -> Int {
        failureCount += 1
        return failureCount
    }
}

// MARK: - The back channel's state

/// The back channel of a session: the number of the last array, and the current request, whose
/// answer carries the next ones.
struct WebChannelBack: Sendable {
    /// A request of the back channel.
    struct Request: Hashable, Sendable {
        /// The number of the latest array, which the request acknowledges.
        var acknowledged: Int
        /// Whether the answer ends after each chunk, for proxies that buffer whole answers.
        var endsAfterChunk: Bool
    }

    /// The end of a request's answer.
    enum End: Hashable, Sendable {
        /// The server has ended it.
        case ended
        /// The server sent nothing for longer than it promised.
        case silent
        /// The connection broke, or wasn't made.
        case failed
        /// The session is over.
        case over(StreamState.End)
    }

    private(set) var lastNumber = 0

    /// The number of the current request, if its answer has begun.
    private(set) var answeredRequest: Int?

    private var requestCount = 0
    private var failureCount = 0
    private var endsAfterChunk = false
    private var hasReceived = false
    private var hasReceivedContent = false

    mutating func listen() -> Request {
        requestCount += 1
        answeredRequest = nil
        hasReceived = false
        hasReceivedContent = false
        return Request(acknowledged: lastNumber, endsAfterChunk: endsAfterChunk)
    }

    mutating func answerBegan() {
        answeredRequest = requestCount
    }

    /// Returns the content of an array; `nil` if it has been received before. An array after a gap
    /// ends the session, since those in between are lost.
    mutating func receive(_ array: WebChannelArray) -> WebChannelArray.Content? {
        hasReceived = true
        failureCount = 0
        guard array.number > lastNumber else { return nil }
        guard array.number == lastNumber + 1 else { return .stop }
        lastNumber = array.number
        if case .noop = array.content { return array.content }
        hasReceivedContent = true
        return array.content
    }

    mutating func stopped(_ end: End) -> WebChannelSession.Step {
        answeredRequest = nil
        switch end {
        case .ended where hasReceivedContent: return .proceed
        // A pause, lest the server answers each request with a keep-alive.
        case .ended where hasReceived: return .wait(afterFailures: 1)
        case .silent where hasReceived: return .proceed
        case .silent:
            endsAfterChunk = true
            return failed()
        case .ended, .failed: return failed()
        case .over(let end): return .end(end)
        }
    }

    private mutating func failed() -> WebChannelSession.Step {
        failureCount += 1
        if failureCount >= WebChannelSession.maximumFailures { return .end(.lost) }
        return .wait(afterFailures: failureCount)
    }
}
