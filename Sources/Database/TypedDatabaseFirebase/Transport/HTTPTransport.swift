/// A sender of requests: URLSession on Apple's systems, libcurl on Linux.
///
/// A transport checks certificates by the system's store, keeps connections for later requests, uses
/// HTTP/2 where TLS offers it, and follows no redirects. When it is released, its exchanges end.
protocol HTTPTransport: Sendable {
    /// Sends a request. Returns its exchange immediately.
    func start(_ request: HTTPRequest) -> HTTPExchange
}

extension HTTPTransport {
    /// Sends a request and returns the whole response.
    ///
    /// If the task is cancelled, a read ends immediately, and a write if nothing of it has been
    /// sent.
    ///
    /// - Parameter maximumCount: the maximum number of bytes in the body.
    func send(_ request: HTTPRequest, maximumCount: Int) async throws -> HTTPResponse {
        let exchange = start(request)
        defer { exchange.cancel() }
        return try await exchange.response(
            maximumCount: maximumCount, isWrite: request.method != .get)
    }
}

enum SystemTransport {
    static func make() -> any HTTPTransport {
        #if canImport(Darwin)
            URLSessionTransport()
        #else
            CurlTransport()
        #endif
    }
}
