import Foundation

/// The Swift compiler, with the modules that these tests were built with.
enum DatabaseCompiler {
    /// An error or a warning.
    struct Diagnostic: Hashable {
        var line: Int
        var message: String
    }

    /// What the compiler says of some code; every warning is an error.
    static func diagnostics(
        of code: String, _ flags: [String] = []
    ) throws -> [Diagnostic] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("typed-database-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("App.swift")
        try Data(code.utf8).write(to: file)
        let output = try run(
            ["-typecheck", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors"]
                + ["-module-cache-path", folder.path, "-diagnostic-style", "llvm"]
                + ["-I", try modules.path] + flags + [file.path],
            in: folder)
        return output.split(separator: "\n").compactMap { diagnostic(in: $0, of: file.path) }
    }

    /// `App.swift:3:5: error: …`
    private static func diagnostic(in line: Substring, of file: String) -> Diagnostic? {
        guard let range = line.range(of: "error: ") else { return nil }
        let number = line.dropFirst(file.count + 1).prefix { $0 != ":" }
        return Diagnostic(line: Int(number) ?? 0, message: String(line[range.upperBound...]))
    }

    /// Runs the compiler, and returns what it writes: to a file, so that nobody has to read meanwhile.
    private static func run(_ arguments: [String], in folder: URL) throws -> String {
        let output = folder.appendingPathComponent("output")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swiftc"] + arguments
        process.standardError = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }

    /// The folder of the modules: some folders above the executable that the tests run in, or above the
    /// bundle that was loaded into it.
    private static var modules: URL {
        get throws {
            let starts =
                [URL(fileURLWithPath: CommandLine.arguments[0]), Bundle.main.bundleURL]
                + Bundle.allBundles.map(\.bundleURL)
                + CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
            for start in starts {
                var folder = start.standardizedFileURL
                for _ in 0..<5 where folder.path != "/" {
                    folder.deleteLastPathComponent()
                    let modules = folder.appendingPathComponent("Modules")
                    let module = modules.appendingPathComponent("TypedDatabase.swiftmodule")
                    if FileManager.default.fileExists(atPath: module.path) { return modules }
                }
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }
}
