import Dispatch
import Foundation

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

// MARK: - Results

/// The measurements of one quantity, one per round.
struct Samples: Equatable {
    let values: [Double]

    init(_ values: [Double]) {
        self.values = values
    }

    /// The median.
    var median: Double { quantile(0.5) }

    /// Half the distance between the quartiles.
    var spread: Double { (quantile(0.75) - quantile(0.25)) / 2 }

    private func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard let last = sorted.last else { return .nan }
        let position = share * Double(sorted.count - 1)
        let index = Int(position)
        let next = index + 1 < sorted.count ? sorted[index + 1] : last
        return sorted[index] + (next - sorted[index]) * (position - Double(index))
    }
}

// By round, since a slow round slows down both sides.
extension Samples {
    static func / (left: Samples, right: Samples) -> Samples {
        Samples(zip(left.values, right.values).map { $0 / $1 })
    }

    static func - (left: Samples, right: Samples) -> Samples {
        Samples(zip(left.values, right.values).map { $0 - $1 })
    }

    static func / (left: Samples, right: Double) -> Samples {
        Samples(left.values.map { $0 / right })
    }
}

/// One line of a benchmark's report.
struct Figure {
    enum Unit: String, Encodable {
        case seconds, bytes, ratio
    }

    let name: String
    let samples: Samples
    let unit: Unit
    let bar: Bar?

    init(_ name: String, _ samples: Samples, _ unit: Unit = .seconds, _ bar: Bar? = nil) {
        self.name = name
        self.samples = samples
        self.unit = unit
        self.bar = bar
    }
}

/// A requirement on a figure, in its unit.
enum Bar {
    case atMost(Double)
    case atLeast(Double)

    /// "No slower", on a machine where the same program is a tenth slower now and then.
    static let noSlower = Bar.atMost(1.1)

    func isMet(by value: Double) -> Bool {
        switch self {
        case .atMost(let limit): value <= limit
        case .atLeast(let limit): value >= limit
        }
    }
}

extension Figure {
    /// Whether the figure meets its bar; `nil` without a bar.
    var isMet: Bool? {
        bar?.isMet(by: samples.median)
    }
}

/// The figures of one benchmark's run.
struct Outcome {
    let benchmark: Benchmark
    let figures: [Figure]

    init(_ benchmark: Benchmark, figures: [Figure]) {
        self.benchmark = benchmark
        self.figures = figures
    }
}

// MARK: - Costs

/// A kind of time.
enum Clock: String, Encodable {
    /// The elapsed time, for which a person waits.
    case elapsed
    /// The processor time, in user mode and in the system, on all threads.
    case processor
}

/// The cost of one run.
struct Cost {
    var elapsedSeconds: Double
    var processorSeconds: Double
    /// The peak memory of the process, in bytes; 0 for a run within this process.
    var peakMemory = 0.0

    func seconds(on clock: Clock) -> Double {
        clock == .elapsed ? elapsedSeconds : processorSeconds
    }
}

extension Cost {
    /// Returns the cost of a function in this process, per call if it makes several.
    static func ofRunning(_ count: Int, _ body: () -> Void) -> Cost {
        let elapsed = seconds(CLOCK_MONOTONIC)
        let processor = seconds(CLOCK_PROCESS_CPUTIME_ID)
        body()
        return Cost(
            elapsedSeconds: (seconds(CLOCK_MONOTONIC) - elapsed) / Double(count),
            processorSeconds: (seconds(CLOCK_PROCESS_CPUTIME_ID) - processor) / Double(count))
    }

    static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

// MARK: - Asynchronous work

extension Trial {
    /// Returns a trial of an asynchronous function, repeated; the cost is that of one repetition.
    ///
    /// All repetitions are in one task, so that the thread doesn't change in between.
    static func awaiting(
        _ repetitions: Int, prepare: @escaping () throws -> Void = {},
        _ body: @escaping @Sendable (_ repetition: Int) async throws -> Void
    ) -> Trial {
        Trial(prepare: prepare) {
            var outcome: Result<Void, any Error> = .success(())
            let cost = Cost.ofRunning(repetitions) {
                outcome = waitFor {
                    for repetition in 0..<repetitions { try await body(repetition) }
                }
            }
            try outcome.get()
            return cost
        }
    }
}

/// Runs a task and blocks until its end. Not to be called by a task.
func waitFor<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) -> Result<Value, any Error> {
    let (isDone, outcome) = (DispatchSemaphore(value: 0), TaskOutcome<Value>())
    Task.detached {
        do {
            outcome.result = .success(try await body())
        } catch {
            outcome.result = .failure(error)
        }
        isDone.signal()
    }
    isDone.wait()
    return outcome.result
}

// The task writes the result before it signals, and it is read after that.
private final class TaskOutcome<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error> = .failure(CancellationError())
}

// MARK: - Keeping the optimiser out

/// A consumer of values that the optimiser can't see through, so that they have to be computed.
enum Sink {
    @inline(never)
    @_optimize(none)
    static func take(_ text: String) {}

    @inline(never)
    @_optimize(none)
    static func take(_ number: Int) {}

    @inline(never)
    @_optimize(none)
    static func take(_ bool: Bool) {}
}
