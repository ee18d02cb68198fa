import Foundation

/// The Swift compiler, with the modules that these tests were built with.
final class PageCompiler {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("page-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The errors and warnings of a file, as `3: error: …`, and nothing else.
    func typecheck(_ code: String) throws -> [String] {
        try diagnostics(of: code, ["-typecheck"])
    }

    /// Compiles a program, and runs it in a folder of its own.
    ///
    /// Throws what the compiler says, if that is anything.
    func run(_ code: String) throws -> (status: Int32, output: String) {
        let products = try Self.products
        let objects = try ["TypedPaths", "TypedDatabase", "CSQLite", "TypedDatabaseSQLite"]
            .flatMap { try Self.objects(in: products.appendingPathComponent("\($0).build")) }
        #if os(Linux)
            let libraries = ["-l:libsqlite3.so.0"]
        #else
            let libraries = ["-lsqlite3"]
        #endif
        let said = try diagnostics(
            of: code, ["-emit-executable", "-o", "program"] + objects + libraries)
        guard said.isEmpty else { throw Failure(description: said.joined(separator: "\n")) }
        return try Self.run(folder.appendingPathComponent("program"), [], in: folder)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private func diagnostics(of code: String, _ arguments: [String]) throws -> [String] {
        let file = folder.appendingPathComponent("Page.swift")
        try Data(Self.withViews(code).utf8).write(to: file)
        let products = try Self.products
        let modules = products.appendingPathComponent("Modules")
        let moduleMap = products.appendingPathComponent("CSQLite.build/module.modulemap")
        let (status, output) = try Self.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swiftc", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors"]
                + ["-module-cache-path", folder.path, "-diagnostic-style", "llvm"]
                + ["-I", modules.path, "-Xcc", "-fmodule-map-file=\(moduleMap.path)"]
                + arguments + [file.path],
            in: folder)
        let said = output.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /Page\.swift:(\d+):\d+: ((?:error|warning): .+)/)
                .map { "\($0.1): \($0.2)" }
        }
        return said.isEmpty && status != 0 ? [output] : said
    }

    /// The code, with the few declarations that it uses of SwiftUI where there is none.
    private static func withViews(_ code: String) throws -> String {
        #if canImport(SwiftUI)
            return code
        #else
            guard code.contains("import SwiftUI\n") else { return code }
            let views = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("Views.txt")
            return code.replacing("import SwiftUI\n", with: "\n")
                + (try String(contentsOf: views, encoding: .utf8))
        #endif
    }

    private static func run(
        _ executable: URL, _ arguments: [String], in folder: URL
    ) throws -> (status: Int32, output: String) {
        // A file rather than a pipe: nobody has to read it while the process runs.
        let file = folder.appendingPathComponent("output")
        try Data().write(to: file)
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = try FileHandle(forWritingTo: file)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: try Data(contentsOf: file), as: UTF8.self)
        )
    }

    private static func objects(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "o" }.map(\.path)
    }

    /// The folder of what was built: some folders above the executable that the tests run in, or above
    /// the bundle that was loaded into it.
    private static var products: URL {
        get throws {
            let starts =
                [URL(fileURLWithPath: CommandLine.arguments[0]), Bundle.main.bundleURL]
                + Bundle.allBundles.map(\.bundleURL)
                + CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
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
}
