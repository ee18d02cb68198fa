/// Something that can be done again and again, to see what it takes.
struct Trial {
    /// What has to be done before each run, and doesn't count.
    var prepare: () throws -> Void = {}
    let run: () throws -> Cost
}

/// What a trial took in each round.
struct Measurement {
    let time: Samples
    let peakMemory: Samples
}

/// How the benchmarks of one run of the tool measure, and where they put their files.
struct Session {
    /// Whether a first impression is enough.
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
    /// So whatever else the machine is doing falls on all of them.
    ///
    /// - Parameter warmsUp: whether there is another round in front, which doesn't count.
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
