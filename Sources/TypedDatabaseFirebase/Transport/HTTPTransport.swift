/// Sends requests and receives responses: URLSession on Apple's systems, libcurl on Linux.
///
/// A transport checks certificates by the system's store, keeps connections for later requests, uses
/// HTTP/2 where TLS offers it, and follows no redirects. When it is released, its exchanges end.
protocol HTTPTransport: Sendable {
    /// Sends a request. Returns at once; the exchange is what there is to wait for.
    func start(_ request: HTTPRequest) -> HTTPExchange
}

extension HTTPTransport {
    /// Sends a request and waits for all of the response.
    ///
    /// If the task is cancelled, a read ends at once, and a write if nothing of it has been sent.
    ///
    /// - Parameter maximumCount: how many bytes the body may have.
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
