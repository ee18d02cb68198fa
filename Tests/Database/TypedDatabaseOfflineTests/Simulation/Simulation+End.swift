import TypedDatabase

@testable import TypedDatabaseOffline

extension Simulation {
    private mutating func act(_ kind: Action.Kind, _ d: Int) throws {
        try act(Action(kind: kind, device: d, choice: 0))
    }

    /// Lets all devices be online until nothing is left to be done.
    mutating func finish() throws {
        for d in devices.indices { connection(d, true) }
        var quiet = 0
        for _ in 0..<2000 {
            for d in devices.indices {
                while !devices[d].jobs.isEmpty { try act(.store, d) }
                for kind in [
                    .request, .answer, .confirm, .timer, .finishRead, .finishCachedRead,
                ] as [Action.Kind] {
                    try act(kind, d)
                }
                if devices[d].direct != nil { try act(.direct, d) }
                for index in devices[d].remote.streams.indices {
                    devices[d].remote.advance(index, to: server.index, of: server)
                }
                for id in devices[d].remote.streams.flatMap(\.watches).map(\.id) {
                    deliver(id, d)
                }
                try check(d)
            }
            quiet = devices.allSatisfy(\.isIdle) ? quiet + 1 : 0
            if quiet > 3 { return try checkEnd() }
        }
        throw Violation("it never ends: \(devices.map(\.work))")
    }
}

extension SimulatedDevice {
    /// A description of the work that is left.
    var work: String {
        "\(jobs.count) jobs, \(device.outbox.writes.count) writes, \(timers.count) timers, "
            + "\(confirmations.count) confirmations, \(reads.count) reads, "
            + "\(device.allObserved.map { "\($0.query.place) \($0.phase) \($0.awaiting.count)" }) awaited"
    }

    var isIdle: Bool {
        jobs.isEmpty && device.outbox.writes.isEmpty && confirmations.isEmpty && reads.isEmpty
            && direct == nil
            && device.queries.values.allSatisfy { tracked in
                let isShown = tracked.phase == .live || device.isShownFromAbove(tracked.query)
                return tracked.awaiting.isEmpty && isShown
            }
    }
}
