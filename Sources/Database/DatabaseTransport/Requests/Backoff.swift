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
