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

    /// The time that an engine has to end with a store, before another one of that store fails.
    var handover = Duration.seconds(1)

    /// Returns a pause between half and all of its full length, so that devices that lost a server
    /// at the same time don't come back at the same time.
    ///
    /// - Parameter random: a number from 0 to 1.
    func pause(afterFailures count: Int, random: Double) -> Duration {
        min(firstPause * (1 << min(max(count - 1, 0), 10)), longestPause) * (0.5 + random / 2)
    }

    func duration(of timer: Timer, random: Double) -> Duration {
        switch timer {
        case .pause(_, let count): pause(afterFailures: count, random: random)
        case .confirmation(_, _, let isSoon): isSoon ? soonConfirmation : confirmation
        case .gate: gate
        case .settling: pause(afterFailures: 3, random: random)
        }
    }
}
