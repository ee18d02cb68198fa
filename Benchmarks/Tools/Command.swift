import Foundation

/// A program to run to its end.
///
/// Foundation's `Process` doesn't report a program's memory, so this uses the functions of C.
struct Command {
    let executable: String
    let arguments: [String]
    /// Whether standard error is dropped as well.
    var isSilent = false

    init(_ executable: String, _ arguments: [String]) {
        self.executable = executable
        self.arguments = arguments
    }

    /// Runs the program. Its output is dropped; errors are shown.
    ///
    /// - Throws: ``CommandFailure`` if it doesn't end with status 0.
    @discardableResult
    func run() throws -> Cost {
        let start = Cost.seconds(CLOCK_MONOTONIC)
        let process = try spawn()
        var status: CInt = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw CommandFailure("can't wait for \(executable)") }
        }
        let end = Cost.seconds(CLOCK_MONOTONIC)
        guard status == 0 else {
            throw CommandFailure("\(([executable] + arguments).joined(separator: " ")) failed")
        }
        return Cost(
            elapsedSeconds: end - start, processorSeconds: usage.processorSeconds,
            peakMemory: usage.peakMemory)
    }

    private func spawn() throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in isSilent ? [1, 2] : [1] as [CInt] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        var process: pid_t = 0
        let error = withCStrings([executable] + arguments) { arguments in
            withCStrings(environment) { environment in
                posix_spawn(&process, executable, &actions, nil, arguments, environment)
            }
        }
        guard error == 0 else {
            throw CommandFailure("can't run \(executable): \(String(cString: strerror(error)))")
        }
        return process
    }
}

/// The reason why a benchmark can't continue.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

private func withCStrings<Output>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Output
) -> Output {
    let pointers = texts.map { strdup($0) }
    defer {
        for pointer in pointers { free(pointer) }
    }
    return body(pointers + [nil])
}

extension rusage {
    fileprivate var processorSeconds: Double {
        [ru_utime, ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// The peak memory in bytes, the unit of Darwin alone.
    fileprivate var peakMemory: Double {
        #if canImport(Darwin)
            Double(ru_maxrss)
        #else
            Double(ru_maxrss) * 1024
        #endif
    }
}
