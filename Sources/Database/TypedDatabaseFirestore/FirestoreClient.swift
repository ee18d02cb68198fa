import DatabaseTransport
import Foundation
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

// MARK: - Calls

/// A request to Firestore, before it has a token.
struct FirestoreCall: Sendable {
    enum Method: String, Sendable {
        case batchGet
        case commit
        case runQuery
        case runAggregationQuery
    }

    var method: Method

    /// The document or root below which the method is called.
    var parent = TreePlace.root
    var body: [UInt8]
    var errorPlace: TreePlace?
    var repetition = CallRepetition.harmless

    /// Whether the server may refuse the call because a condition isn't met.
    var hasCondition = false
}

extension FirestoreCall: RepeatableCall {
    var isRead: Bool { method != .commit }

    func verdict(on response: HTTPResponse) -> CallVerdict {
        if 200..<300 ~= response.head.status { return .done }
        let status = FirestoreStatus(httpStatus: response.head.status, body: response.body)
        if hasCondition, status.isConditionNotMet { return .conditionNotMet }
        let error = status.error(at: errorPlace)
        if error.kind == .unavailable {
            return .busy(mayBeDone: status.mayBeDone, message: status.message)
        }
        return .refused(error)
    }
}

// MARK: - Addresses

/// The address of the service, or of an emulator on this machine.
struct FirestoreAddress: Hashable, Sendable {
    /// The scheme, host and port, such as `https://firestore.googleapis.com`.
    let origin: String

    static let service = FirestoreAddress(origin: "https://firestore.googleapis.com")

    private init(origin: String) {
        self.origin = origin
    }

    /// Makes the address of an emulator.
    ///
    /// - Parameter host: a host and a port, `127.0.0.1:8080`, as in `FIRESTORE_EMULATOR_HOST`. Since
    ///   it is reached without TLS, it must be on this machine.
    init(emulator host: String) throws(TreeDatabaseError) {
        let pattern = /(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]):\d{1,5}/
        guard host.wholeMatch(of: pattern) != nil else {
            throw TreeDatabaseError(
                .badRequest,
                "\(host.debugDescription) isn't the address of an emulator on this machine; it is a "
                    + "host and a port, such as \"127.0.0.1:8080\"")
        }
        origin = "http://\(host)"
    }

    /// The emulator's host in the environment variable that all clients of Firestore read.
    static var emulatorHost: String? {
        ProcessInfo.processInfo.environment["FIRESTORE_EMULATOR_HOST"].flatMap {
            $0.isEmpty ? nil : $0
        }
    }
}
