import Testing

@testable import DatabaseTransport

@Suite struct BackoffTests {
    @Test(arguments: [
        (1, 0, 1), (1, 1, 2), (2, 0, 2), (2, 1, 4), (4, 0.5, 12), (5, 0, 15), (5, 1, 30),
        (1000, 1, 30), (0, 0, 1),
    ])
    func streamsWaitFromOneToThirtySeconds(count: Int, random: Double, seconds: Int) {
        #expect(
            Backoff.streams.delay(afterFailures: count, random: random) == .seconds(seconds))
    }
}
