extension Device {
    /// Goes on after a while has passed.
    mutating func passed(_ timer: Timer) {
        switch timer {
        case .pause(let number, _): if number == pauseNumber { resume() }
        case .confirmation(let id, let number, _): confirmationIsDue(id, number)
        case .gate(let id):
            gateOpenFor = id
            news.places += outbox[id]?.edits.map(\.place) ?? []
            pump()
        case .settling: settleAgain()
        }
    }
}
