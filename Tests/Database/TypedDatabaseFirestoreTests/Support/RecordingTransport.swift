import DatabaseTransport
import TypedDatabase

/// A transport that records requests, and may answer them itself.
final class RecordingTransport: HTTPTransport {
    enum Answer {
        case response(Int, String)
        case failure(HTTPFailure)
        /// Passes the request on.
        case server
    }

    private struct State {
        var requests: [HTTPRequest] = []
    }

    private let state = Locked(State())
    private let transport = SystemTransport.make()
    private let answer: @Sendable (HTTPRequest, Int) -> Answer

    /// - Parameter answer: answers a request, whose number is given.
    init(_ answer: @escaping @Sendable (HTTPRequest, Int) -> Answer = { _, _ in .server }) {
        self.answer = answer
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// Returns the methods of the requests since the last call, such as `commit`.
    func takeMethods() -> [String] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests.map { String($0.url.split(separator: ":").last ?? "") }
        }
    }

    func start(_ request: HTTPRequest) -> HTTPExchange {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count
        }
        let exchange = HTTPExchange { _, _ in }
        switch answer(request, number) {
        case .server: return transport.start(request)
        case .failure(let failure): exchange.finish(failure)
        case .response(let status, let body):
            exchange.receive(HTTPHead(status: status))
            Array(body.utf8).withUnsafeBytes { exchange.receive($0) {} }
            exchange.finish()
        }
        return exchange
    }
}
