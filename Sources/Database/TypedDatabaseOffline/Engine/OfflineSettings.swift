/// The pauses of an engine.
struct OfflineSettings: Sendable {
    /// The first pause after a failed attempt to send, which doubles each time.
    var firstPause = Duration.seconds(1)
    var longestPause = Duration.seconds(30)

    /// The wait for a write's effect in a stream, before a read asks for it.
    var confirmation = Duration.seconds(2)

    /// The same wait, if the stream has shown something else.
    var soonConfirmation = Duration.milliseconds(100)

    /// The wait of an increment for reads of its place.
    var gate = Duration.seconds(5)

    func pause(afterFailures count: Int) -> Duration {
        min(firstPause * (1 << min(max(count - 1, 0), 10)), longestPause)
    }

    func duration(of timer: Timer) -> Duration {
        switch timer {
        case .pause(_, let count): pause(afterFailures: count)
        case .confirmation(_, _, let isSoon): isSoon ? soonConfirmation : confirmation
        case .gate: gate
        case .settling: pause(afterFailures: 3)
        }
    }
}
