import DatabaseTransport

/// The messages that a session has to send, and the request that is under way.
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

    /// The messages that no request has carried yet.
    var messages: [String]

    /// The answer of the back channel that had begun when the request was made.
    var heardAnswer: Int?

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

    /// Returns the answer of the back channel that had begun when the request was made.
    mutating func succeeded() -> Int? {
        offset += request?.messages.count ?? 0
        request = nil
        failureCount = 0
        return heardAnswer
    }

    /// Returns the number of successive failures.
    mutating func failed() -> Int {
        failureCount += 1
        return failureCount
    }
}
