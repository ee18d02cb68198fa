import TestSupport

/// The command `generate-paths`, run in a folder of its own.
struct Command {
    let folder: TemporaryFolder

    init(_ files: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        for (name, text) in files {
            try folder.write(text, to: name)
        }
    }

    func run(_ arguments: String..., input: String = "") async throws -> Subprocess {
        try await run(arguments, input: input)
    }

    func run(_ arguments: [String], input: String = "") async throws -> Subprocess {
        try await Subprocess.run(
            Products.program("generate-paths"), arguments, input: input, in: folder.url)
    }
}
