import TypedDatabase

/// The state of a call, whose transitions return what to do next.
package struct CallState {
    package enum Outcome {
        case response(HTTPResponse)
        case failure(HTTPFailure)
    }

    package enum Decision {
        case finish(HTTPResponse)
        case fail(TreeDatabaseError)
        case retry(afterFailures: Int)
        case renewToken
        case redirect(location: String)
    }

    /// The number of failures after which a call isn't retried.
    package static let maximumFailures = 5
    package static let maximumRedirections = 5

    private let call: any RepeatableCall
    private let canRenewToken: Bool

    private var failureCount = 0
    private var redirectionCount = 0
    private var hasRenewedToken = false

    /// Whether a request without an answer may have taken effect.
    private var mayBeDone = false

    package init(_ call: some RepeatableCall, canRenewToken: Bool) {
        self.call = call
        self.canRenewToken = canRenewToken
    }

    package mutating func next(_ outcome: Outcome) -> Decision {
        switch outcome {
        case .response(let response): next(response)
        case .failure(let failure): next(failure)
        }
    }

    private mutating func next(_ failure: HTTPFailure) -> Decision {
        switch failure.reason {
        case .untrusted:
            let message = "the server can't be trusted: \(failure.message)"
            return .fail(mayBeDone ? unknown(message) : error(.unavailable, message))
        case .tooLarge:
            return .fail(call.isRead ? error(.tooLarge, failure.message) : unknown(failure.message))
        case .timedOut:
            // A timeout has taken long already, so it counts twice.
            failureCount += 1
            return tryAgain(mayBeDone: failure.mayHaveBeenSent, failure.message)
        case .unreachable, .broken, .cancelled:
            return tryAgain(mayBeDone: failure.mayHaveBeenSent, failure.message)
        }
    }

    private mutating func next(_ response: HTTPResponse) -> Decision {
        if [307, 308].contains(response.head.status) {
            redirectionCount += 1
            guard redirectionCount <= Self.maximumRedirections else {
                return .fail(error(.unavailable, "the server redirects in a circle"))
            }
            return .redirect(location: response.head.location ?? "")
        }
        switch call.verdict(on: response) {
        case .done:
            return .finish(response)
        case .conditionNotMet:
            // The first try of this very call may have changed the value.
            return mayBeDone ? .fail(unknown("the answer was lost")) : .finish(response)
        case .busy(let mayBeDone, let message):
            return tryAgain(mayBeDone: mayBeDone, message)
        case .refused(let error):
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
        TreeDatabaseError(kind, at: call.errorPlace, message)
    }
}
