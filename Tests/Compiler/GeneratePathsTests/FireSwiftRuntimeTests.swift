import Foundation
import PathSchema
import TestSupport
import Testing

/// Code for users of the library FireSwift_Paths, which have the generator from here and `Path` from
/// there, and code of theirs that moves here.
@Suite struct FireSwiftRuntimeTests {
    private static let schema = """
        {
          "$options": { "namespace": "DB" },
          "configuration": "Configuration",
          "chatrooms": {
            "<chatroomId>": {
              "name": "String",
              "messages": { "<messageId>": "Message" },
              "class": { "$deprecated": "gone", "description": "String", "hashValue": "Int" }
            }
          },
          "users": { "<userId>": { "$type": "User", "$doc": "Somebody.", "name": "String" } },
          "admin": "User",
          "comments": {
            "<self>": { "$name": "Comment", "text": "String", "replies": { "<key>": "Comment" } }
          },
          "append": { "<append>": "Int" },
          "appends": { "$singular": "append2", "<key: String>": { "child": { "<child>": "Int" } } },
          "likes": { "count": "Int", "<postId>": { "<userId>": "Bool" } }
        }
        """

    /// Enough types with one name among their members that these are declared once.
    private static let manyTypes: String = {
        let branches = (1...40).map { number in
            """
              "kind-\(number)": {
                "name": "\(number < 20 ? "String" : "Name\(number % 3)")",
                "parts": { "<partId>": { "name": "String", "total": "Int" } }
              }
            """
        }
        return "{\n\(branches.joined(separator: ",\n"))\n}\n"
    }()

    @Test(
        arguments: [schema, manyTypes], [Options.AccessLevel.internal, .public])
    func generatedCodeCompilesAndLeadsWhereTheSchemaSays(
        schema: String, access: Options.AccessLevel
    ) async throws {
        let generation = try Self.generation(schema) { $0.access = access }
        let compiler = try Compiler()
        try await Self.buildFireSwift(with: compiler)
        let build = try await compiler.buildExecutable(
            [
                SwiftFile("Paths.swift", generation.code),
                ModelStubs.file(for: [generation.schema]),
                SwiftFile(
                    "main.swift",
                    FireSwiftLibrary.programSupport
                        + PathProgram.text("Paths", for: generation.schema) + "run(Paths.self)\n"),
            ], isolation: access == .public ? .mainActor : .nonisolated,
            linking: [FireSwiftLibrary.name])
        try #require(build.errors == "")
        let lines = Set(
            try await compiler.runExecutable().output.split(separator: "\n").map(String.init))
        let expected = try DatabasePaths.lines(in: schema)
        #expect(lines.subtracting(expected).sorted() == [])
        #expect(expected.subtracting(lines).sorted() == [])
    }

    @Test func onlyTheImportDiffersWhereTypedPathsHasTheSame() throws {
        // TypedPaths has accessors with several keys, too.
        let schema = Self.schema.replacingOccurrences(
            of: #"{ "<userId>": "Bool" }"#, with: #""Bool""#)
        let code = try Self.generation(schema).code
        #expect(
            code.replacingOccurrences(of: FireSwiftLibrary.name, with: "TypedPaths")
                == (try Generation(schema).code))
    }

    /// `SCHEMA_SEED=7 swift test --filter FireSwiftRuntimeTests` tries other schemas.
    @Test func randomSchemasHaveErrorsOrBecomeCodeThatCompiles() async throws {
        let compiler = try Compiler()
        try await Self.buildFireSwift(with: compiler)
        var count = 0
        for number in 2000..<2400 where count < 40 {
            let json = RandomSchema.json(
                seed: RandomSchemasTests.seed &+ UInt64(number), suffix: "\(number)")
            guard let generation = try? Self.generation(json) else { continue }
            count += 1
            let result = try await compiler.typecheck([
                SwiftFile("Paths.swift", generation.code),
                ModelStubs.file(for: [generation.schema]),
            ])
            #expect(result.errors == "", "\(json)")
        }
        #expect(count == 40)
    }
}

// MARK: - The other direction

extension FireSwiftRuntimeTests {
    @Test(arguments: [FireSwiftLibrary.name, "TypedPaths"])
    func extensionsByHandCompileWithEitherLibrary(library: String) async throws {
        let blocks = try PageExamples(MarkdownPage("FromGeneratePaths.md")).appCode
            .filter { $0.text.hasPrefix("import \(FireSwiftLibrary.name)\n") }
        try #require(blocks.count == 1)
        let main = """
            import FireSwift_Paths

            print(Path().settings.language.rendered)
            print(Path().settings.deep.rendered)
            print(Path().topics.rendered)
            print(Path().topic("swift").rendered)

            """
        let compiler = try Compiler()
        try await Self.buildFireSwift(with: compiler)
        let build = try await compiler.buildExecutable(
            [("Extensions.swift", blocks[0].text + "\n"), ("main.swift", main)].map { name, text in
                SwiftFile(
                    name, text.replacingOccurrences(of: FireSwiftLibrary.name, with: library))
            }, linking: [FireSwiftLibrary.name])
        try #require(build.errors == "")
        #expect(
            try await compiler.runExecutable().output == """
                settings/language
                settings/a/b/c
                topics
                topics/swift

                """)
    }

    private static func generation(
        _ json: String, configure: (inout Options) -> Void = { _ in }
    ) throws -> Generation {
        try Generation(json) {
            $0.runtime = FireSwiftLibrary.name
            configure(&$0)
        }
    }

    private static func buildFireSwift(with compiler: Compiler) async throws {
        let build = try await compiler.buildLibrary(FireSwiftLibrary.name, [FireSwiftLibrary.file])
        try #require(build.errors == "")
    }
}
