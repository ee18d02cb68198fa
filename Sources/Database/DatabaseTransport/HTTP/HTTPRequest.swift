/// A complete request, which a transport sends once.
package struct HTTPRequest: Sendable {
    package var method: HTTPMethod
    package var url: String
    package var headers: [String: String]

    /// The bytes to upload. A transport never re-sends them by itself, not even when a reused
    /// connection turns out to be dead: only the caller knows whether that is safe.
    package var body: [UInt8]?

    package var timeouts: HTTPTimeouts

    /// Whether the request can be sent again if its answer is lost. If not, it doesn't use a
    /// connection that has been silent for ``HTTPTimeouts/reuse``: that may be dead without either
    /// side noticing, and it would never be known whether the request has arrived.
    package var isRepeatable = true

    package init(
        method: HTTPMethod, url: String, headers: [String: String] = [:], body: [UInt8]? = nil,
        timeouts: HTTPTimeouts = HTTPTimeouts()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeouts = timeouts
    }
}

package enum HTTPMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
}

/// The limits of an exchange's duration. None includes a pause that the reader has caused.
package struct HTTPTimeouts: Hashable, Sendable {
    /// The time until a connection is made.
    package var connect: Duration

    /// The time without a byte in either direction, in whole seconds.
    package var idle: Duration?

    /// The time until the end of the response.
    package var whole: Duration?

    /// The silence after which a connection isn't used for requests that can't be repeated, in
    /// whole seconds.
    package var reuse = Duration.seconds(10)

    package init(
        connect: Duration = .seconds(15), idle: Duration? = .seconds(30), whole: Duration? = nil
    ) {
        self.connect = connect
        self.idle = idle
        self.whole = whole
    }
}

/// The status of a response, and the header fields that a database uses.
package struct HTTPHead: Hashable, Sendable {
    package var status: Int
    package var etag: String?
    package var location: String?

    /// The value by which later requests of a session reach the same server.
    package var sessionAffinity: String?

    package init(
        status: Int, etag: String? = nil, location: String? = nil, sessionAffinity: String? = nil
    ) {
        self.status = status
        self.etag = etag
        self.location = location
        self.sessionAffinity = sessionAffinity
    }
}

package struct HTTPResponse: Sendable {
    package var head: HTTPHead
    package var body: [UInt8]

    package init(head: HTTPHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}

/// The reason why a response is missing or incomplete.
package struct HTTPFailure: Error, Hashable {
    package enum Reason: Hashable {
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

    package var reason: Reason

    /// Whether the server may have received a part of the request.
    package var mayHaveBeenSent: Bool

    /// The reason in English, without any part of the request.
    package var message: String

    package init(reason: Reason, mayHaveBeenSent: Bool, message: String) {
        self.reason = reason
        self.mayHaveBeenSent = mayHaveBeenSent
        self.message = message
    }
}
