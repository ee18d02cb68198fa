import Foundation

/// What is counted as time.
enum Clock: String, Encodable {
    /// The time that passes, which is what a person waits.
    case elapsed
    /// The time that processors work, in user mode and in the system, on all threads.
    case processor
}

/// What it took to do something once.
struct Cost {
    var elapsedSeconds: Double
    var processorSeconds: Double
    /// The most memory that a process had at any time, in bytes; 0 for what is no process of its own.
    var peakMemory = 0.0

    func seconds(on clock: Clock) -> Double {
        clock == .elapsed ? elapsedSeconds : processorSeconds
    }
}

extension Cost {
    /// What a function takes in this process, per call if it makes several at once.
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
