import Foundation
import PathSchema
import TestSupport
import Testing

/// Every schema in the folder `Schemas`, as an app has it: generated, compiled, run.
@Suite struct SchemasTests {
    static let names = Result { try Repository.schemas.map(\.lastPathComponent) }

    @Test(arguments: try names.get(), Options.AccessLevel.allCases)
    func generatedCodeCompilesAndLeadsWhereTheSchemaSays(
        name: String, access: Options.AccessLevel
    ) async throws {
        let json = try Self.text(of: name)
        let generation = try Generation(json, from: name) { $0.access = access }
        let compiler = try Compiler()
        try await Self.build(generation, access: access, with: compiler)
        let run = try await compiler.runExecutable()
        #expect(run.status == 0)
        let lines = Set(run.output.split(separator: "\n").map(String.init))
        let expected = try DatabasePaths.lines(in: json)
        #expect(lines.subtracting(expected).sorted() == [])
        #expect(expected.subtracting(lines).sorted() == [])
    }

    @Test func generatedCodeIsFormattedAsSwiftFormatWould() async throws {
        let folder = try TemporaryFolder()
        var files: [URL] = []
        for name in try Self.names.get() {
            for access in Options.AccessLevel.allCases {
                let generation = try Generation(Self.text(of: name), from: name) {
                    $0.access = access
                }
                let file = "\(name)-\(access).swift"
                try folder.write(generation.code, to: file)
                files.append(folder[file])
            }
        }
        let lint = try await Toolchain.lint(files)
        #expect(lint.errors == "")
        #expect(lint.status == 0)
    }

    @Test(arguments: try names.get())
    func jsonSchemaForEditorsIsWhereTheSchemaSays(name: String) throws {
        let json = try JSONSerialization.jsonObject(with: Data(Self.text(of: name).utf8))
        guard let path = (json as? [String: Any])?["$schema"] as? String else { return }
        let file = Repository.root.appendingPathComponent("Schemas/\(path)")
        #expect(FileManager.default.fileExists(atPath: file.path), "\(path)")
    }

    /// The generated code is a part of the program, or where others may see it a library of its own.
    private static func build(
        _ generation: Generation, access: Options.AccessLevel, with compiler: Compiler
    ) async throws {
        let library = [
            SwiftFile("Paths.swift", generation.code), ModelStubs.file(for: [generation.schema]),
        ]
        let isLibrary = access != .internal
        let main = SwiftFile(
            "main.swift",
            (isLibrary ? "import Paths\n" : "") + PathProgram.support
                + PathProgram.text("Paths", for: generation.schema) + "run(Paths.self)\n")
        if isLibrary {
            let result = try await compiler.buildLibrary("Paths", library)
            try #require(result.errors == "")
        }
        let result = try await compiler.buildExecutable(
            isLibrary ? [main] : library + [main], linking: isLibrary ? ["Paths"] : [])
        try #require(result.errors == "")
    }

    private static func text(of name: String) throws -> String {
        try Repository.text(of: "Schemas/\(name)")
    }
}
