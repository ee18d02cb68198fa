/// Settings of a client of a server, which only tests change.
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
