/// A repeatable operation to measure.
struct Trial {
    /// Prepares each run, without being measured.
    var prepare: () throws -> Void = {}
    let run: () throws -> Cost
}

/// The costs of a trial, one per round.
struct Measurement {
    let time: Samples
    let peakMemory: Samples
}

/// The settings and the folder of one run of the tool.
struct Session {
    /// Whether a rough result suffices.
    let isQuick: Bool
    let clock: Clock
    let folder: TemporaryFolder

    init(isQuick: Bool, clock: Clock) throws {
        self.isQuick = isQuick
        self.clock = clock
        folder = try TemporaryFolder()
    }

    /// Measures trials in turns: each once in every round.
    ///
    /// So other load on the machine affects all of them equally.
    ///
    /// - Parameter warmsUp: whether the rounds are preceded by one that doesn't count.
    func measure(rounds: Int, warmsUp: Bool = true, _ trials: [Trial]) throws -> [Measurement] {
        var costs = trials.map { _ in [Cost]() }
        let last = isQuick ? min(rounds, 3) : rounds
        for round in (warmsUp ? 0 : 1)...last {
            for (index, trial) in trials.enumerated() {
                try trial.prepare()
                let cost = try trial.run()
                if round > 0 { costs[index].append(cost) }
            }
        }
        return costs.map { costs in
            Measurement(
                time: Samples(costs.map { $0.seconds(on: clock) }),
                peakMemory: Samples(costs.map(\.peakMemory)))
        }
    }
}
