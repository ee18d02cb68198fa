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

// MARK: - Calls and answers

/// A request to a server, which ``CallState`` sends again where that is safe.
package protocol RepeatableCall: Sendable {
    /// The place that errors name; `nil` for the whole database.
    var errorPlace: TreePlace? { get }

    /// Whether the call changes nothing.
    var isRead: Bool { get }

    /// Whether the call is idempotent.
    var repetition: CallRepetition { get }

    /// Returns the meaning of an answer that isn't a redirection.
    func verdict(on response: HTTPResponse) -> CallVerdict
}

/// The effect of sending a call again after its answer was lost.
package enum CallRepetition: Hashable, Sendable {
    /// Idempotent: the state is the same, however often the call is made.
    case harmless
    /// The call takes effect at most once: the second time, its condition isn't met.
    case conditional
    /// The call would take effect twice.
    case harmful
}

/// The meaning of a server's answer.
package enum CallVerdict: Sendable {
    /// The call is done.
    case done

    /// The condition of a conditional call isn't met, and nothing was done.
    case conditionNotMet

    /// The server is temporarily unavailable. The call may nevertheless have taken effect.
    case busy(mayBeDone: Bool, message: String)

    /// The call failed for good, or until there is another token.
    case refused(TreeDatabaseError)
}

// MARK: - Settings

/// A client's settings. Only tests change them.
package struct TransportSettings: Sendable {
    /// The timeouts of requests; those of a stream are the same, but without an end or an idle
    /// timeout.
    package var timeouts = HTTPTimeouts()

    package var requestBackoff = Backoff.requests
    package var streamBackoff = Backoff.streams

    /// The period of the watchdog: a stream is dead after two to three times as long without a
    /// byte. The server sends an event every 30 seconds.
    package var silence = Duration.seconds(25)

    /// The maximum number of bytes in an answer or an event. The service sends up to 256 MB at
    /// once, and up to 512 MB over streams.
    package var maximumResponseCount = 300 << 20
    package var maximumEventCount = 600 << 20

    /// The maximum number of concurrent requests; streams don't count.
    package var maximumRequests = 32

    package var clock: any Clock<Duration> = ContinuousClock()
    package var random: @Sendable () -> Double = { .random(in: 0...1) }

    package init() {}

    package func wait(_ backoff: Backoff, afterFailures count: Int) async throws {
        try await clock.sleep(for: backoff.delay(afterFailures: count, random: random()))
    }
}

/// The delays before retries: exponential, with jitter, so that clients don't return
/// simultaneously.
package struct Backoff: Hashable, Sendable {
    /// The first delay, and the longest.
    package var first: Duration
    package var longest: Duration

    package init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    package static let requests = Backoff(first: .milliseconds(500), longest: .seconds(30))
    package static let streams = Backoff(first: .seconds(2), longest: .seconds(30))

    /// - Parameters:
    ///   - count: the number of successive failures before this delay; at least one.
    ///   - random: a number from 0 to 1, for a delay between half and all of its full length.
    package func delay(afterFailures count: Int, random: Double) -> Duration {
        let full = min(first * (1 << min(max(count - 1, 0), 20)), longest)
        return full * (0.5 + random / 2)
    }
}
