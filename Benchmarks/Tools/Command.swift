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

// MARK: - The toolchain

/// The programs that benchmarks run.
enum Toolchain {
    static func swift(_ arguments: [String]) throws -> Command {
        Command(try find("swift"), arguments)
    }

    static func swiftc(_ arguments: [String]) throws -> Command {
        Command(try find("swiftc"), ["-swift-version", "6"] + arguments)
    }

    /// Returns an executable from the folders of `PATH`, or from its location in macOS.
    private static func find(_ name: String) throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/bin"]
        let candidates = folders.map { "\($0)/\(name)" }
        guard let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:))
        else {
            throw CommandFailure("\(name) is not in PATH: \(path)")
        }
        return found
    }
}

// MARK: - Files

/// The files of this package that benchmarks need.
enum Repository {
    static let smallSchema = path("Schemas/chatrooms.json")

    /// The sources of the library that generated code imports.
    static func runtimeSources() throws -> [String] {
        let folder = path("Sources/Paths/TypedPaths")
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") }
            .map { "\(folder)/\($0)" }
    }

    static func path(_ name: String) -> String {
        URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(name).path
    }
}

/// A new folder for the benchmarks' files.
struct TemporaryFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("Benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    var path: String { url.path }

    /// The path of a file or a folder in it.
    subscript(name: String) -> String {
        url.appendingPathComponent(name).path
    }

    /// Writes a file, and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(CollectionOfOne(text), to: name)
    }

    /// Writes a file, part by part, and returns its path.
    ///
    /// A process is charged with the memory of its parent, so the benchmarks never keep a whole
    /// large file in memory.
    @discardableResult
    func write(_ parts: some Sequence<String>, to name: String) throws -> String {
        let path = self[name]
        guard let file = fopen(path, "w") else { throw CommandFailure("can't write \(path)") }
        defer { fclose(file) }
        for part in parts where fputs(part, file) < 0 {
            throw CommandFailure("can't write \(path)")
        }
        return path
    }

    func size(of name: String) throws -> Double {
        let attributes = try FileManager.default.attributesOfItem(atPath: self[name])
        return (attributes[.size] as? NSNumber)?.doubleValue ?? 0
    }

    /// Removes a file or a folder, if it exists.
    func remove(_ name: String) {
        try? FileManager.default.removeItem(atPath: self[name])
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
