/// Settings that only tests change.
struct FirebaseSettings: Sendable {
    /// For requests; a stream has the same, but neither an end nor a limit of silence.
    var timeouts = HTTPTimeouts()

    var requestBackoff = Backoff.requests
    var streamBackoff = Backoff.streams

    /// A stream that has been silent for two to three times as long is dead. The server sends something
    /// every 30 seconds.
    var silence = Duration.seconds(25)

    /// How many bytes an answer or an event may have. The service gives 256 MB at once, and streams
    /// 512 MB.
    var maximumResponseCount = 300 << 20
    var maximumEventCount = 600 << 20

    /// How many requests are under way at most; streams aren't counted.
    var maximumRequests = 32

    var clock: any Clock<Duration> = ContinuousClock()
    var random: @Sendable () -> Double = { .random(in: 0...1) }

    func wait(_ backoff: Backoff, afterFailures count: Int) async throws {
        try await clock.sleep(for: backoff.delay(afterFailures: count, random: random()))
    }
}
