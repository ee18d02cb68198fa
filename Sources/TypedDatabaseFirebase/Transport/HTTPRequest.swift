/// A request as a transport is given it: complete, and to be sent once.
struct HTTPRequest: Sendable {
    var method: HTTPMethod
    var url: String
    var headers: [String: String] = [:]

    /// The bytes to upload. A transport never sends them a second time on its own, not even when a
    /// reused connection turns out to be dead: whether that is safe only the caller knows.
    var body: [UInt8]?

    var timeouts = HTTPTimeouts()
}

enum HTTPMethod: String, Sendable {
    case get = "GET"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// How long parts of an exchange may take. None includes a pause that the reader has caused.
struct HTTPTimeouts: Hashable, Sendable {
    /// Until there is a connection.
    var connect: Duration = .seconds(15)

    /// Without a byte in either direction, in whole seconds.
    var idle: Duration? = .seconds(30)

    /// Until the end of the response.
    var whole: Duration?
}

/// The status of a response, and of its fields those that a database uses.
struct HTTPHead: Hashable, Sendable {
    var status: Int
    var etag: String?
    var location: String?
}

struct HTTPResponse: Sendable {
    var head: HTTPHead
    var body: [UInt8]
}

/// Why there is no response, or only a part of one.
struct HTTPFailure: Error, Hashable {
    enum Reason: Hashable {
        case unreachable
        case timedOut
        /// The connection ended early, or what came over it isn't HTTP.
        case broken
        /// The server isn't who it should be.
        case untrusted
        /// The response is larger than what was asked for at most.
        case tooLarge
        case cancelled
    }

    var reason: Reason

    /// Whether the server may have received some of the request.
    var mayHaveBeenSent: Bool

    /// In English, without anything of the request in it.
    var message: String
}
