import DatabaseTransport
import TypedDatabase

/// The arrays that a session has got, and the request whose answer carries more.
struct WebChannelBack: Sendable {
    /// A request of the back channel.
    struct Request: Hashable, Sendable {
        /// The number of the latest array, which the request acknowledges.
        var acknowledged: Int
        /// Whether the answer ends after each chunk, for proxies that hold back what doesn't end.
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
    private(set) var heardAnswer: Int?

    private var requestCount = 0
    private var failureCount = 0
    private var endsAfterChunk = false
    private var hasReceived = false
    private var hasReceivedContent = false

    mutating func listen() -> Request {
        requestCount += 1
        heardAnswer = nil
        hasReceived = false
        hasReceivedContent = false
        return Request(acknowledged: lastNumber, endsAfterChunk: endsAfterChunk)
    }

    mutating func hears() {
        heardAnswer = requestCount
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
        heardAnswer = nil
        switch end {
        case .ended where hasReceivedContent: return .proceed
        // A pause, lest the server answers each request with a sign of life.
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
