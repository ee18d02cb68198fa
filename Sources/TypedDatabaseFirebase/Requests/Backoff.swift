/// How long to wait before something is tried again: twice as long each time, and at random, so that
/// many clients don't come back all at once.
struct Backoff: Hashable, Sendable {
    /// The first wait, and the longest.
    var first: Duration
    var longest: Duration

    static let requests = Backoff(first: .milliseconds(500), longest: .seconds(30))
    static let streams = Backoff(first: .seconds(2), longest: .seconds(30))

    /// - Parameters:
    ///   - count: how many have failed in a row before this wait; at least one.
    ///   - random: from 0 to 1; the wait is from half to all of its full length.
    func delay(afterFailures count: Int, random: Double) -> Duration {
        let full = min(first * (1 << min(max(count - 1, 0), 20)), longest)
        return full * (0.5 + random / 2)
    }
}
