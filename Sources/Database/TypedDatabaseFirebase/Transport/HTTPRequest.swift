/// A complete request, which a transport sends once.
struct HTTPRequest: Sendable {
    var method: HTTPMethod
    var url: String
    var headers: [String: String] = [:]

    /// The bytes to upload. A transport never re-sends them by itself, not even when a reused
    /// connection turns out to be dead: only the caller knows whether that is safe.
    var body: [UInt8]?

    var timeouts = HTTPTimeouts()
}

enum HTTPMethod: String, Sendable {
    case get = "GET"
    case put = "PUT"
    case patch = "PATCH"
}

/// The limits of an exchange's duration. None includes a pause that the reader has caused.
struct HTTPTimeouts: Hashable, Sendable {
    /// The time until a connection is made.
    var connect: Duration = .seconds(15)

    /// The time without a byte in either direction, in whole seconds.
    var idle: Duration? = .seconds(30)

    /// The time until the end of the response.
    var whole: Duration?
}

/// The status of a response, and the header fields that a database uses.
struct HTTPHead: Hashable, Sendable {
    var status: Int
    var etag: String?
    var location: String?
}

struct HTTPResponse: Sendable {
    var head: HTTPHead
    var body: [UInt8]
}

/// The reason why a response is missing or incomplete.
struct HTTPFailure: Error, Hashable {
    enum Reason: Hashable {
        case unreachable
        case timedOut
        /// The connection ended early, or its data isn't HTTP.
        case broken
        /// The server's certificate isn't trusted.
        case untrusted
        /// The response exceeds the requested maximum.
        case tooLarge
        case cancelled
    }

    var reason: Reason

    /// Whether the server may have received a part of the request.
    var mayHaveBeenSent: Bool

    /// The reason in English, without any part of the request.
    var message: String
}
