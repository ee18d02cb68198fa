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
