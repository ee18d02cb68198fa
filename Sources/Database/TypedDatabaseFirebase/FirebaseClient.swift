import DatabaseTransport
import TypedDatabase

/// A client of one database, which adds the token to calls and retries them where that is safe.
final class FirebaseClient: Sendable {
    let address: FirebaseAddress
    let settings: TransportSettings
    let connection = ConnectionMonitor()
    private let transport: any HTTPTransport
    private let tokens: TokenSource?

    init(
        _ address: FirebaseAddress, tokens: TokenSource?, transport: any HTTPTransport,
        settings: TransportSettings
    ) {
        self.address = address
        self.tokens = tokens
        self.transport = transport
        self.settings = settings
    }

    var canRenewToken: Bool { tokens != nil }

    /// Returns the answer to a call, with a status of 2xx, or of 412 if the call is conditional.
    ///
    /// If the task is cancelled, a write that has been sent in part still waits for its answer.
    func response(to call: FirebaseCall) async throws -> HTTPResponse {
        var state = CallState(call, canRenewToken: canRenewToken)
        var target = FirebaseTarget(
            address: address, url: address.url(of: call.place, call.parameters))
        var token = try await tokens?.token()
        while true {
            // A cancelled write is completed, but not started again.
            try Task.checkCancellation()
            let outcome = try await send(call, to: target, token)
            switch state.next(outcome) {
            case .finish(let response): return response
            case .fail(let error): throw redacted(error, token)
            case .retry(let count):
                try await settings.wait(settings.requestBackoff, afterFailures: count)
            case .renewToken: token = try await tokens?.token(insteadOf: token)
            case .redirect(let location):
                do { try target.redirect(to: location) } catch {
                    throw TreeDatabaseError(error.kind, at: call.place, error.message)
                }
            }
        }
    }

    private func send(
        _ call: FirebaseCall, to target: FirebaseTarget, _ token: FirebaseToken?
    ) async throws -> CallState.Outcome {
        let request = target.request(call, token, settings.timeouts)
        do {
            let response = try await transport.send(
                request, maximumCount: settings.maximumResponseCount)
            let hasValue = 200..<300 ~= response.head.status || response.head.status == 412
            let shown = hasValue ? response : redacted(response, token)
            answered(shown)
            return .response(shown)
        } catch let failure as HTTPFailure {
            connection.setDisconnected(failure.message)
            return .failure(failure)
        }
    }

    /// Records an answer: one of the database itself, or one that the database is unavailable.
    ///
    /// - Parameter response: the response without a token in it.
    func answered(_ response: HTTPResponse) {
        if response.head.status < 500 {
            connection.set(.connected)
        } else {
            connection.setDisconnected(ServerAnswer(response).words)
        }
    }

    /// Returns an error without the token, which a server may quote.
    func redacted(_ error: TreeDatabaseError, _ token: FirebaseToken?) -> TreeDatabaseError {
        var error = error
        if let token { error.message = token.redacted(from: error.message) }
        return error
    }

    /// Returns a response without the token, in all of an error's body: part of a token isn't found
    /// after truncation.
    func redacted(_ response: HTTPResponse, _ token: FirebaseToken?) -> HTTPResponse {
        guard let token else { return response }
        let body = token.redacted(from: String(decoding: response.body, as: UTF8.self))
        return HTTPResponse(head: response.head, body: Array(body.utf8))
    }
}

// MARK: - Streams

extension FirebaseClient {
    /// Opens a stream of a place, which the caller has to cancel.
    ///
    /// - Parameter watchdog: ends the exchange if it is silent for too long.
    /// - Returns: the head of the answer, whatever its status, and the exchange that continues it.
    func openStream(
        _ call: FirebaseCall, _ token: FirebaseToken?, _ watchdog: Watchdog
    ) async throws -> (HTTPHead, HTTPExchange) {
        var target = FirebaseTarget(
            address: address, url: address.url(of: call.place, call.parameters))
        var timeouts = settings.timeouts
        timeouts.idle = nil
        timeouts.whole = nil
        for _ in 0...CallState.maximumRedirections {
            let exchange = transport.start(target.request(call, token, timeouts))
            watchdog.watch(exchange)
            do {
                let head = try await exchange.head()
                guard head.status == 307 || head.status == 308 else { return (head, exchange) }
                exchange.cancel()
                try target.redirect(to: head.location ?? "")
            } catch {
                exchange.cancel()
                throw error
            }
        }
        throw TreeDatabaseError(.unavailable, at: call.place, "the server redirects in a circle")
    }

    func token(insteadOf refused: FirebaseToken?) async throws -> FirebaseToken? {
        try await tokens?.token(insteadOf: refused)
    }
}

/// The target of a call: the database's own address, or that of a redirection.
private struct FirebaseTarget {
    var address: FirebaseAddress
    var url: String

    mutating func redirect(to location: String) throws(TreeDatabaseError) {
        (url, address) = try address.redirection(to: location, from: url)
    }

    func request(
        _ call: FirebaseCall, _ token: FirebaseToken?, _ timeouts: HTTPTimeouts
    ) -> HTTPRequest {
        var request = HTTPRequest(method: call.method, url: url, headers: call.headers)
        request.body = call.body
        request.timeouts = timeouts
        request.isRepeatable = call.repetition == .harmless
        if call.body != nil { request.headers["Content-Type"] = "application/json" }
        switch token?.kind {
        case .id?:
            let separator = url.contains("?") ? "&" : "?"
            request.url += "\(separator)auth=\(PercentEncoding.encoded(token?.text ?? ""))"
        case .access?: request.headers["Authorization"] = "Bearer \(token?.text ?? "")"
        case nil: break
        }
        return request
    }
}
