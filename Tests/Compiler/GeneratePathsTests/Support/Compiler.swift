import TestSupport

/// A Swift file of a test.
struct SwiftFile {
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }
}

/// The Swift compiler, as strict as generated code must bear it, with the runtime.
///
/// Everything is compiled into one folder, where modules find each other.
struct Compiler {
    let folder: TemporaryFolder

    /// The strictest flags that a package may set for its sources, with every warning an error.
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
    func typecheck(
        _ files: [SwiftFile], isolation: Isolation = .nonisolated
    ) async throws -> Subprocess {
        try await compile(files, ["-typecheck", "-module-name", "App"] + isolation.options)
    }

    /// Makes a library that later files can import.
    func buildLibrary(_ module: String, _ files: [SwiftFile]) async throws -> Subprocess {
        try await compile(
            files,
            ["-module-name", module, "-parse-as-library", "-emit-library", "-static"]
                + ["-emit-module", "-o", "lib\(module).a"])
    }

    /// Makes an executable named `main`; one of the files is `main.swift`.
    func buildExecutable(
        _ files: [SwiftFile], isolation: Isolation = .nonisolated, linking libraries: [String] = []
    ) async throws -> Subprocess {
        try await compile(
            files,
            ["-module-name", "Main", "-emit-executable", "-L", ".", "-o", "main"]
                + isolation.options + libraries.map { "-l\($0)" }
                + Products.objects(of: ["TypedPaths"]))
    }

    func runExecutable() async throws -> Subprocess {
        try await Subprocess.run(folder["main"], [])
    }

    private func compile(
        _ files: [SwiftFile], _ arguments: [String]
    ) async throws -> Subprocess {
        for file in files {
            try folder.write(file.text, to: file.name)
        }
        return try await Toolchain.swiftc(
            Self.flags + ["-I", "."] + Products.moduleOptions + arguments + files.map(\.name),
            in: folder)
    }
}
