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
        var target = FirebaseTarget(call, address)
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
        var target = FirebaseTarget(call, address)
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
    private var address: FirebaseAddress
    private var url: String

    init(_ call: FirebaseCall, _ address: FirebaseAddress) {
        self.address = address
        url = address.url(of: call.place, call.parameters)
    }

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

// MARK: - Calls

/// A request to the database, before it has a token and a URL.
struct FirebaseCall: Sendable {
    var method: HTTPMethod
    var place: TreePlace
    var parameters: [(name: String, value: String)] = []
    var headers: [String: String] = [:]
    var body: [UInt8]?
    var repetition = CallRepetition.harmless

    /// The order that a query needs an index for, for the error's message.
    var order = TreeSelection.Order.key

    var isRead: Bool { method == .get }
}

extension FirebaseCall: RepeatableCall {
    var errorPlace: TreePlace? { place }

    func verdict(on response: HTTPResponse) -> CallVerdict {
        switch response.head.status {
        case 200..<300: .done
        case 412 where repetition == .conditional: .conditionNotMet
        case 429: .busy(mayBeDone: false, message: ServerAnswer(response).words)
        case 408, 500...599: .busy(mayBeDone: true, message: ServerAnswer(response).words)
        default: .refused(ServerAnswer(response).error(for: self))
        }
    }
}

// MARK: - Queries

/// The parameters of a request for a selection.
///
/// The server may return more children than are selected: they are selected from again here, and
/// sorted, since the order of an answer has no meaning.
struct RemoteQuery: Sendable {
    /// The selection that the server applies.
    let sent: TreeSelection
    let parameters: [(name: String, value: String)]

    init(_ selection: TreeSelection) {
        sent = selection.requested
        parameters = Self.parameters(of: sent)
    }

    private static func parameters(of selection: TreeSelection) -> [(name: String, value: String)] {
        if selection == .all { return [] }
        var parameters = [(name: "orderBy", value: json(.string(name(of: selection.order))))]
        if let lower = selection.lower, lower == selection.upper {
            parameters.append(("equalTo", parameter(lower.position) ?? ""))
        } else {
            for (bound, inclusive, exclusive) in [
                (selection.lower, "startAt", "startAfter"), (selection.upper, "endAt", "endBefore"),
            ] {
                guard let bound else { continue }
                let name = bound.isInclusive ? inclusive : exclusive
                parameters.append((name, parameter(bound.position) ?? ""))
            }
        }
        switch selection.limit {
        case .first(let count)?: parameters.append(("limitToFirst", "\(count)"))
        case .last(let count)?: parameters.append(("limitToLast", "\(count)"))
        case nil: break
        }
        return parameters
    }

    private static func name(of order: TreeSelection.Order) -> String {
        switch order {
        case .key: "$key"
        case .value: "$value"
        case .child(let place): place.description
        }
    }

    /// Returns a bound as JSON, followed by a comma and its key if it has both; `nil` if its value
    /// has children, for which the protocol has no bound.
    private static func parameter(_ position: TreePosition) -> String? {
        switch position {
        case .key(let key): json(.string(key.text))
        case .value(.children?, _): nil
        case .value(let value, nil): json(value)
        case .value(let value, let key?): "\(json(value)),\(json(.string(key.text)))"
        }
    }

    private static func json(_ value: TreeValue?) -> String {
        String(decoding: JSONWriter.bytes(value), as: UTF8.self)
    }
}

// MARK: - Refusals

/// An answer by which the server refuses a request.
struct ServerAnswer {
    let status: Int

    /// The server's message.
    let words: String

    init(_ response: HTTPResponse) {
        status = response.head.status
        if case .string(let text)? = (try? JSONReader.value(response.body))??.children["error"] {
            words = text
        } else if response.body.isEmpty {
            words = "status \(status)"
        } else {
            // A proxy's page, for example.
            words =
                "status \(status): \(String(decoding: response.body.prefix(200), as: UTF8.self))"
        }
    }

    func error(for call: FirebaseCall) -> TreeDatabaseError {
        TreeDatabaseError(kind, at: call.place, advice(call).map { "\(words) (\($0))" } ?? words)
    }

    private var kind: TreeDatabaseError.Kind {
        let words = words.lowercased()
        switch status {
        case 401 where words.contains("permission"), 403: return .permissionDenied
        case 401: return .unauthenticated
        case 404: return .noSuchDatabase
        case 408, 429: return .unavailable
        case 412: return .conflict
        case 413: return .tooLarge
        case 400 where words.contains("index not defined"): return .indexMissing
        case 400 where words.contains("exceeds") || words.contains("too large"): return .tooLarge
        case 400..<500: return .badRequest
        default: return .unavailable
        }
    }

    private func advice(_ call: FirebaseCall) -> String? {
        switch kind {
        case .permissionDenied:
            "the rules don't allow this user to \(call.isRead ? "read" : "write") it"
        case .unauthenticated: "the server doesn't accept the token"
        case .indexMissing: "in the rules file: \(rule(call))"
        default: nil
        }
    }

    /// Returns the index that a query needs, as written in the rules.
    private func rule(_ call: FirebaseCall) -> String {
        let name =
            switch call.order {
            case .key: "$key"
            case .value: ".value"
            case .child(let place): place.description
            }
        let keys = ["rules"] + call.place.keys.map(\.text)
        return keys.map { "{ \($0.debugDescription): " }.joined()
            + "{ \".indexOn\": [\(name.debugDescription)] }"
            + String(repeating: " }", count: keys.count)
    }
}
