import TypedDatabase

/// The state of a call, whose transitions return what to do next.
struct CallState {
    enum Outcome {
        case response(HTTPResponse)
        case failure(HTTPFailure)
    }

    enum Decision {
        case finish(HTTPResponse)
        case fail(TreeDatabaseError)
        case retry(afterFailures: Int)
        case renewToken
        case redirect(location: String)
    }

    /// The number of failures after which a call isn't retried.
    static let maximumFailures = 5
    static let maximumRedirections = 5

    private let call: FirebaseCall
    private let canRenewToken: Bool

    private var failureCount = 0
    private var redirectionCount = 0
    private var hasRenewedToken = false

    /// Whether a request without an answer may have taken effect.
    private var mayBeDone = false

    init(_ call: FirebaseCall, canRenewToken: Bool) {
        self.call = call
        self.canRenewToken = canRenewToken
    }

    mutating func next(_ outcome: Outcome) -> Decision {
        switch outcome {
        case .response(let response): next(response)
        case .failure(let failure): next(failure)
        }
    }

    private mutating func next(_ failure: HTTPFailure) -> Decision {
        switch failure.reason {
        case .untrusted:
            return .fail(error(.unavailable, "the server can't be trusted: \(failure.message)"))
        case .tooLarge: return .fail(error(.tooLarge, failure.message))
        case .timedOut:
            // A timeout has taken long already, so it counts twice.
            failureCount += 1
            return tryAgain(mayBeDone: failure.mayHaveBeenSent, failure.message)
        case .unreachable, .broken, .cancelled:
            return tryAgain(mayBeDone: failure.mayHaveBeenSent, failure.message)
        }
    }

    private mutating func next(_ response: HTTPResponse) -> Decision {
        switch response.head.status {
        case 200..<300:
            return .finish(response)
        case 307, 308:
            redirectionCount += 1
            guard redirectionCount <= Self.maximumRedirections else {
                return .fail(error(.unavailable, "the server redirects in a circle"))
            }
            return .redirect(location: response.head.location ?? "")
        case 412 where call.repetition == .conditional:
            // The first try of this very call may have changed the value.
            return mayBeDone ? .fail(unknown("the answer was lost")) : .finish(response)
        case 429:
            return tryAgain(mayBeDone: false, ServerAnswer(response).words)
        case 408, 500...599:
            return tryAgain(mayBeDone: true, ServerAnswer(response).words)
        default:
            let error = ServerAnswer(response).error(for: call)
            guard error.kind == .unauthenticated, canRenewToken, !hasRenewedToken else {
                return .fail(error)
            }
            hasRenewedToken = true
            return .renewToken
        }
    }

    private mutating func tryAgain(mayBeDone: Bool, _ message: String) -> Decision {
        failureCount += 1
        if mayBeDone { self.mayBeDone = true }
        if mayBeDone, call.repetition == .harmful { return .fail(unknown(message)) }
        if failureCount < Self.maximumFailures { return .retry(afterFailures: failureCount) }
        if self.mayBeDone, !call.isRead { return .fail(unknown(message)) }
        return .fail(error(.unavailable, "\(message); it was tried several times"))
    }

    private func unknown(_ message: String) -> TreeDatabaseError {
        error(.outcomeUnknown, "\(message); the write may have been done, or not")
    }

    private func error(_ kind: TreeDatabaseError.Kind, _ message: String) -> TreeDatabaseError {
        TreeDatabaseError(kind, at: call.place, message)
    }
}
