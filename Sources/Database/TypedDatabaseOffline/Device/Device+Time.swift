extension Device {
    /// Goes on after a while has passed.
    mutating func passed(_ timer: Timer) {
        switch timer {
        case .pause(let number, _): if number == pauseNumber { resume() }
        case .confirmation(let id, _): confirmationIsDue(id)
        case .gate(let id):
            gateOpenFor = id
            pump()
        }
    }
}
