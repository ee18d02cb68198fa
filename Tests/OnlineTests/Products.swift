import Foundation

/// What was built together with these tests, and the repository it was built from.
enum Products {
    static var repository: URL {
        URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    /// The folder that has the programs and modules: some folders above the executable that the tests
    /// run in, or above the bundle that was loaded into it.
    static var folder: URL {
        get throws {
            let starts =
                [URL(fileURLWithPath: CommandLine.arguments[0])]
                + Bundle.allBundles.map(\.bundleURL)
            for start in starts {
                var folder = start.standardizedFileURL
                for _ in 0..<5 where folder.path != "/" {
                    folder.deleteLastPathComponent()
                    let module = folder.appendingPathComponent("Modules/TypedDatabase.swiftmodule")
                    if FileManager.default.fileExists(atPath: module.path) { return folder }
                }
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }

    static func files(in folder: URL, _ pathExtension: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == pathExtension }.map(\.path).sorted()
    }

    /// Runs a program to its end, with all that it prints.
    static func run(
        _ program: URL, _ arguments: [String], in folder: URL = repository
    ) async throws -> (status: Int32, output: String) {
        try await onThread { try wait(for: program, arguments, in: folder) }
    }

    /// Runs what waits on a thread of its own: a server in this process needs the threads of tasks.
    static func onThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    private static func wait(
        for program: URL, _ arguments: [String], in folder: URL
    ) throws -> (status: Int32, output: String) {
        // A file rather than a pipe: nobody has to read it while the program runs.
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("output-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let output = try FileHandle(forWritingTo: file)
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: try Data(contentsOf: file), as: UTF8.self)
        )
    }
}
