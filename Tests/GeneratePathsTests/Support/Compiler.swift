import Foundation

/// A Swift file of a test.
struct SwiftFile {
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }
}

/// The Swift compiler, as strict as generated code must bear it, and the runtime built for it.
///
/// Everything is compiled into one folder, where modules find each other.
struct Compiler {
    let folder: TemporaryFolder

    /// What a package may demand of all its sources, with every warning an error.
    private static let flags = [
        "-swift-version", "6", "-warnings-as-errors", "-strict-concurrency=complete",
        "-enable-upcoming-feature", "MemberImportVisibility",
        "-enable-upcoming-feature", "ExistentialAny",
        "-enable-upcoming-feature", "InternalImportsByDefault",
        "-package-name", "tests", "-whole-module-optimization",
    ]

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Checks the files of one module, and makes nothing.
    func typecheck(_ files: [SwiftFile], _ options: [String] = []) throws -> Subprocess {
        try compile(files, ["-typecheck", "-module-name", "App"] + options)
    }

    /// Makes a library that later files can import.
    func buildLibrary(_ module: String, _ files: [SwiftFile]) throws -> Subprocess {
        try compile(
            files,
            ["-module-name", module, "-parse-as-library", "-emit-library", "-static"]
                + ["-emit-module", "-o", "lib\(module).a"])
    }

    /// Makes an executable named `main`; one of the files is `main.swift`.
    func buildExecutable(_ files: [SwiftFile], linking libraries: [String] = []) throws
        -> Subprocess
    {
        try compile(
            files,
            ["-module-name", "Main", "-emit-executable", "-L", ".", "-o", "main"]
                + libraries.map { "-l\($0)" } + ["-lTypedPaths"])
    }

    func runExecutable() throws -> Subprocess {
        try Subprocess.run(folder["main"], [])
    }

    private func compile(_ files: [SwiftFile], _ arguments: [String]) throws -> Subprocess {
        let runtime = try Self.runtime.get().url.path
        for file in files {
            try folder.write(file.text, to: file.name)
        }
        return try Subprocess.run(
            Toolchain.find("swiftc"),
            Self.flags + ["-I", ".", "-I", runtime, "-L", runtime] + arguments + files.map(\.name),
            in: folder.url)
    }

    /// The runtime's module and library, compiled once for all tests.
    private static let runtime: Result<TemporaryFolder, any Error> = Result {
        let folder = try TemporaryFolder()
        let sources = try Repository.files(in: "Sources/TypedPaths")
            .filter { $0.pathExtension == "swift" }
        let result = try Subprocess.run(
            Toolchain.find("swiftc"),
            ["-module-name", "TypedPaths", "-swift-version", "6", "-parse-as-library"]
                + ["-whole-module-optimization", "-emit-library", "-static", "-emit-module"]
                + ["-o", "libTypedPaths.a"] + sources.map(\.path),
            in: folder.url)
        guard result.status == 0 else { throw NotFound(description: result.errors) }
        atexit { try? FileManager.default.removeItem(at: Compiler.runtime.get().url) }
        return folder
    }
}
