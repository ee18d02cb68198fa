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
