import Foundation

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
