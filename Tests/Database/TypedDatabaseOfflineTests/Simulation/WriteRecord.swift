import TypedDatabase

/// A write of a simulated device, and what has become of it.
struct WriteRecord {
    let device: Int
    let edits: [TreeEdit]

    /// The device's estimate of the server's time.
    let time: Int64

    /// Whether the call has returned.
    var isReturned = false

    /// Whether the device has taken the server's answer.
    var isAnswered = false

    /// Whether the store hasn't taken it.
    var isLost = false

    /// Whether the app has put it into the outbox again, after later ones.
    var isRetried = false

    /// Whether the app has acknowledged that it was refused.
    var isAcknowledged = false

    /// The states of the server that it has made.
    var commits: [Int] = []

    /// The places of scalars that the write changes, without sums and times.
    var places: [TreePlace] {
        edits.flatMap { edit -> [TreePlace] in
            switch (edit.place.keys.first, edit.place.depth) {
            case ("items", 1): "abcd".map { ["items", TreeKey(String($0))] }
            case ("rooms", 2): [edit.place.appending("name"), edit.place.appending("rank")]
            case ("counters", _), ("times", _): []
            default: [edit.place]
            }
        }
    }

    var isIncrement: Bool {
        edits.contains { if case .increment = $0.operation { true } else { false } }
    }
}
