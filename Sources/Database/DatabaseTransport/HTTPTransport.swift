// The way of a request to a server and back, for the engines of both of Firebase's databases.
//
// An engine puts a call into the `RequestQueue`, which starts each at its turn: a write waits for
// earlier writes to its places, so that the server gets them in order. The engine's client adds a
// token of the `TokenSource`, and gives an `HTTPRequest` to the `HTTPTransport`: libcurl on Linux,
// URLSession on Apple's systems. Its `HTTPExchange` is the response while it arrives, with
// back-pressure. Then `CallState` decides: the call is done or has failed, or is sent again after a
// `Backoff`, with a new token or to another address. A stream is an exchange without an end:
// `StreamState` decides when it reconnects, and the `Watchdog` ends one that is silent.
//
// A transport never sends a request twice by itself, since only `CallState` knows whether that is
// safe: an increment whose answer is lost may have been made. Decisions are values without locks or
// I/O (`RequestOrder`, `CallState`, `StreamState`, `HTTPExchangeState`), and classes run them.

/// A sender of requests: URLSession on Apple's systems, libcurl on Linux.
///
/// A transport checks certificates by the system's store, keeps connections for later requests, uses
/// HTTP/2 where TLS offers it, and follows no redirects. When it is released, its exchanges end.
package protocol HTTPTransport: Sendable {
    /// Sends a request. Returns its exchange immediately.
    func start(_ request: HTTPRequest) -> HTTPExchange
}

extension HTTPTransport {
    /// Sends a request and returns the whole response.
    ///
    /// If the task is cancelled, a read ends immediately, and a write if nothing of it has been
    /// sent.
    ///
    /// - Parameters:
    ///   - maximumCount: the maximum number of bytes in the body.
    ///   - isWrite: whether the request changes data.
    package func send(
        _ request: HTTPRequest, maximumCount: Int, isWrite: Bool
    ) async throws -> HTTPResponse {
        let exchange = start(request)
        defer { exchange.cancel() }
        return try await exchange.response(maximumCount: maximumCount, isWrite: isWrite)
    }

    /// Sends a request that changes data unless its method is GET, and returns the whole response.
    package func send(_ request: HTTPRequest, maximumCount: Int) async throws -> HTTPResponse {
        try await send(request, maximumCount: maximumCount, isWrite: request.method != .get)
    }
}

package enum SystemTransport {
    package static func make() -> any HTTPTransport {
        #if canImport(Darwin)
            URLSessionTransport()
        #else
            CurlTransport()
        #endif
    }
}

// MARK: - Requests and responses

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

/// The encoding of texts in URLs: https://www.rfc-editor.org/rfc/rfc3986#section-2
package enum PercentEncoding {
    /// Encodes every byte but those of letters, digits, `-`, `_`, `.` and `~`.
    package static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += byte < 0x10 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
