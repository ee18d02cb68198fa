import Foundation

/// A `sqlite-writer`, which runs until it ends or is ended.
final class WriterProcess {
    private let process = Process()
    private let folder: TemporaryFolder
    private let ended: AsyncStream<Void>

    init(_ arguments: [String]) throws {
        folder = try TemporaryFolder()
        // A file rather than a pipe: nobody has to read it while the process runs.
        try folder.write(Data(), to: "output")
        let output = try FileHandle(forWritingTo: folder.url.appendingPathComponent("output"))
        process.executableURL = try Self.executable
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        let (ended, end) = AsyncStream<Void>.makeStream()
        self.ended = ended
        process.terminationHandler = { _ in end.finish() }
        try process.run()
    }

    /// Ends the process at once, whatever it is doing.
    func kill() {
        guard process.isRunning, process.processIdentifier > 0 else { return }
        #if canImport(Darwin)
            Darwin.kill(process.processIdentifier, SIGKILL)
        #else
            Glibc.kill(process.processIdentifier, SIGKILL)
        #endif
    }

    /// Waits for the end, and returns the lines that the process has written.
    func lines() async throws -> [Substring] {
        for await _ in ended {}
        return String(decoding: try folder.read("output"), as: UTF8.self).split(separator: "\n")
    }

    /// The executable beside the tests': some folders above the one that they run in, or above the
    /// bundle that was loaded into it.
    private static var executable: URL {
        get throws {
            let starts =
                [URL(fileURLWithPath: CommandLine.arguments[0]), Bundle.main.bundleURL]
                + Bundle.allBundles.map(\.bundleURL)
                + CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
            for start in starts {
                var folder = start.standardizedFileURL
                for _ in 0..<5 where folder.path != "/" {
                    folder.deleteLastPathComponent()
                    let product = folder.appendingPathComponent("sqlite-writer")
                    if FileManager.default.isExecutableFile(atPath: product.path) { return product }
                }
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }
}

extension Int {
    /// How often something is tried: what an environment variable says, or so many times.
    static func count(_ variable: String, or count: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? count
    }
}
