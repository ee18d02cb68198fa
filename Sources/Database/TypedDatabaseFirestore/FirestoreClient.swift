import DatabaseTransport
import TypedDatabase

/// A client of one database, which adds tokens to calls and retries them where that is safe.
final class FirestoreClient: Sendable {
    let address: FirestoreAddress
    let root: DocumentRoot
    let settings: TransportSettings
    let transport: any HTTPTransport
    let connection = ConnectionMonitor()
    private let tokens: TokenSource?
    private let appChecks: TokenSource?

    init(
        _ address: FirestoreAddress, _ root: DocumentRoot, tokens: TokenSource?,
        appChecks: TokenSource?, transport: any HTTPTransport, settings: TransportSettings
    ) {
        self.address = address
        self.root = root
        self.tokens = tokens
        self.appChecks = appChecks
        self.transport = transport
        self.settings = settings
    }

    var canRenewToken: Bool { tokens != nil || appChecks != nil }

    /// Returns the answer to a call, with a status of 2xx, or of an unmet condition if the call is
    /// conditional.
    ///
    /// If the task is cancelled, a write that has been sent in part still waits for its answer.
    func response(to call: FirestoreCall) async throws -> HTTPResponse {
        var state = CallState(call, canRenewToken: canRenewToken)
        var credentials = try await credentials()
        while true {
            // A cancelled write is completed, but not started again.
            try Task.checkCancellation()
            switch state.next(try await send(call, credentials)) {
            case .finish(let response): return response
            case .fail(let error): throw credentials.redacted(error)
            case .retry(let count):
                try await settings.wait(settings.requestBackoff, afterFailures: count)
            case .renewToken: credentials = try await self.credentials(insteadOf: credentials)
            case .redirect:
                throw TreeDatabaseError(
                    .unavailable, at: call.errorPlace,
                    "the server redirects, which Firestore never does; nothing was sent elsewhere")
            }
        }
    }

    /// Returns the tokens to send.
    ///
    /// - Parameter refused: tokens that the server has refused.
    func credentials(
        insteadOf refused: FirestoreCredentials? = nil
    ) async throws -> FirestoreCredentials {
        var credentials = FirestoreCredentials()
        credentials.token = try await tokens?.token(insteadOf: refused?.token)
        credentials.appCheck = try await appChecks?.token(insteadOf: refused?.appCheck)
        return credentials
    }

    private func send(
        _ call: FirestoreCall, _ credentials: FirestoreCredentials
    ) async throws -> CallState.Outcome {
        var request = HTTPRequest(
            method: .post,
            url: "\(address.origin)/v1/\(root.urlPath(of: call.parent)):\(call.method.rawValue)",
            headers: credentials.headers, body: call.body, timeouts: settings.timeouts)
        request.headers["Content-Type"] = "application/json"
        request.headers["google-cloud-resource-prefix"] = root.database
        do {
            let response = try await transport.send(
                request, maximumCount: settings.maximumResponseCount, isWrite: !call.isRead)
            if response.head.status < 500 {
                connection.set(.connected)
            } else {
                let status = FirestoreStatus(
                    httpStatus: response.head.status, body: response.body)
                connection.setDisconnected(credentials.redacted(status.message))
            }
            return .response(response)
        } catch let failure as HTTPFailure {
            connection.setDisconnected(failure.message)
            return .failure(failure)
        }
    }
}

/// The tokens of a request: the user's, and the app's.
struct FirestoreCredentials: Sendable {
    var token: FirebaseToken?
    var appCheck: FirebaseToken?

    /// The headers to send, over REST and when a session of watches begins.
    var headers: [String: String] {
        var headers: [String: String] = [:]
        if let token { headers["Authorization"] = "Bearer \(token.text)" }
        if let appCheck { headers["X-Firebase-AppCheck"] = appCheck.text }
        return headers
    }

    /// Returns a text without the tokens, which a server may quote.
    func redacted(_ text: String) -> String {
        [token, appCheck].compactMap(\.self).reduce(text) { $1.redacted(from: $0) }
    }

    /// Returns an error without the tokens.
    func redacted(_ error: TreeDatabaseError) -> TreeDatabaseError {
        var error = error
        error.message = redacted(error.message)
        return error
    }
}
