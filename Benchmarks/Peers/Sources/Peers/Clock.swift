import Foundation

/// Elapsed time, for which a person waits; or with `--cpu` the processor time of all threads, for a
/// machine on which other programs run.
private let clock =
    CommandLine.arguments.contains("--cpu") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC

/// The seconds of a clock that never goes back.
var now: Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the seconds of a function, per repetition.
func seconds(_ repetitions: Int = 1, _ body: () async throws -> Void) async throws -> Double {
    let start = now
    for _ in 0..<repetitions { try await body() }
    return (now - start) / Double(repetitions)
}

/// The unit of a cost.
enum Unit {
    case seconds, bytes

    /// Returns text such as `97.1 µs` or `14.8 MB`.
    func text(_ value: Double) -> String {
        let (scaled, units) =
            switch self {
            case .seconds: (value * 1e6, ["µs", "ms", "s"])
            case .bytes: (value / 1e3, ["KB", "MB", "GB"])
            }
        let step = scaled < 999.5 ? 0 : scaled < 999_500 ? 1 : 2
        return String(format: "%.3g ", scaled / pow(1000, Double(step))) + units[step]
    }
}

extension [Double] {
    var median: Double {
        let sorted = sorted()
        return isEmpty ? .nan : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
