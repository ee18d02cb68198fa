import Foundation
import PathSchema
import TestSupport
import Testing

/// Whatever the schema, it has errors or it becomes code that compiles, and leads where it says.
///
/// `SCHEMA_SEED=7 swift test --filter RandomSchemasTests` tries other schemas.
@Suite struct RandomSchemasTests {
    private static let environment = ProcessInfo.processInfo.environment
    static let seed = environment["SCHEMA_SEED"].flatMap { UInt64($0) } ?? 1
    private static let batchSize = Effort.times(50)

    @Test(arguments: 0..<4)
    func schemasHaveErrorsOrBecomeCodeThatCompilesAndLeadsWhereTheySay(batch: Int) async throws {
        let valid = try Self.validSchemas(batch * Self.batchSize..<(batch + 1) * Self.batchSize)
        let compiler = try Compiler()
        let build = try await compiler.buildExecutable(
            Self.program(of: valid), isolation: Self.isolation(batch))
        #expect(build.errors == "", "\(Self.schemas(in: build.errors, of: valid))")
        try #require(build.status == 0)
        let run = try await compiler.runExecutable()
        #expect(run.status == 0, "\(run.errors)")
        let sections = run.output.components(separatedBy: "== ").dropFirst()
        #expect(sections.count == valid.count)
        for (section, schema) in zip(sections, valid) {
            let lines = Set(section.split(separator: "\n").dropFirst().map(String.init))
            let expected = try DatabasePaths.lines(in: schema.json)
            #expect(lines.subtracting(expected).sorted() == [], "\(schema)")
            #expect(expected.subtracting(lines).sorted() == [], "\(schema)")
        }
    }

    /// Without a root of its own, a schema's types are seen from everywhere in the module, or in a
    /// namespace from wherever that is named.
    @Test(arguments: [nil, "Database"])
    func schemasThatFillAModuleWithTypesCompile(namespace: String?) async throws {
        let schemas = try Self.validSchemas(1000..<1020) { number in
            Self.validSchema(number, suffix: "") { $0.namespace = namespace }
        }
        for (number, schema) in schemas.enumerated() {
            let result = try await Compiler().typecheck(
                [
                    SwiftFile("Paths.swift", schema.generation.code),
                    ModelStubs.file(for: [schema.generation.schema]),
                ], isolation: Self.isolation(number))
            #expect(result.errors == "", "\(schema)")
            #expect(result.status == 0)
        }
    }

    /// `SCHEMA_COUNT=20000 swift test --filter RandomSchemasTests/allThatIsAcceptedCompiles` hunts for
    /// longer: hundreds of schemas a compiler run, none of which is run.
    @Test(.enabled(if: environment["SCHEMA_COUNT"] != nil))
    func allThatIsAcceptedCompiles() async throws {
        let count = try #require(Self.environment["SCHEMA_COUNT"].flatMap { Int($0) })
        var accepted = 0
        for first in stride(from: 10_000, to: 10_000 + count, by: 400) {
            let schemas = (first..<min(first + 400, 10_000 + count)).compactMap { number in
                Self.validSchema(number, suffix: "\(number)") { options in
                    options.root = "S\(number)"
                    if number.isMultiple(of: 3) { options.typePrefix = "P\(number)" }
                }
            }
            accepted += schemas.count
            let result = try await Compiler().typecheck(
                schemas.map { SwiftFile("\($0.name).swift", $0.generation.code) }
                    + [ModelStubs.file(for: schemas.map(\.generation.schema))],
                isolation: Self.isolation(first / 400))
            #expect(result.errors == "", "\(Self.schemas(in: result.errors, of: schemas))")
            #expect(result.status == 0)
        }
        print("\(accepted) of \(count) schemas were accepted, with SCHEMA_SEED=\(Self.seed)")
    }

    @Test func codeIsFormattedAsSwiftFormatWould() async throws {
        let folder = try TemporaryFolder()
        let valid = try Self.validSchemas(0..<200)
        for schema in valid {
            try folder.write(schema.generation.code, to: "\(schema.name).swift")
        }
        let lint = try await Toolchain.lint(valid.map { folder["\($0.name).swift"] })
        #expect(lint.errors == "", "\(Self.schemas(in: lint.errors, of: valid))")
        #expect(lint.status == 0)
    }

    /// Hashing differs from one process to the next, and within one from set to set.
    @Test func codeIsTheSameInEveryProcess() async throws {
        let folder = try TemporaryFolder()
        for schema in try Self.validSchemas(0..<40) {
            let file = try folder.write(schema.json, to: schema.name)
            for _ in 1...2 {
                let run = try await Subprocess.run(
                    Products.program("generate-paths"), [file, "--root", schema.name])
                let code = run.output.replacing(
                    "(file: \"\(file)\"", with: "(file: \"\(schema.name)\"")
                #expect(code == schema.generation.code, "\(schema)")
            }
        }
    }
}

// MARK: - What is accepted

extension RandomSchemasTests {
    /// The other tests see accepted schemas only, so a feature that was always an error would go
    /// unnoticed there.
    @Test(arguments: RandomFeature.allCases)
    func featureIsInManySchemasMostOfWhichAreAccepted(feature: RandomFeature) {
        let (made, accepted) = Self.counts[feature, default: (0, 0)]
        #expect(made >= 20)
        #expect(accepted * 100 >= made * 40, "\(accepted) of \(made) are accepted")
    }

    /// A schema with what can't be in one has errors, each time.
    @Test func mistakesAreNeverAccepted() {
        let wrong = Self.judged.filter { !RandomFeature.mistakes(in: $0.schema).isEmpty }
        #expect(wrong.count >= 20)
        for (schema, isAccepted) in wrong {
            #expect(!isAccepted, "\(schema.text)")
        }
    }

    private static let judged = (0..<1000).map { number in
        let schema = RandomSchema.value(seed: seed &+ UInt64(number), suffix: "")
        return (schema: schema, isAccepted: (try? Generation(schema.text)) != nil)
    }

    /// How many schemas without mistakes have a feature, and how many of them are accepted; in the rest,
    /// names clash.
    private static let counts: [RandomFeature: (made: Int, accepted: Int)] = {
        var counts: [RandomFeature: (made: Int, accepted: Int)] = [:]
        for (schema, isAccepted) in judged where RandomFeature.mistakes(in: schema).isEmpty {
            for feature in RandomFeature.features(of: schema) {
                counts[feature, default: (0, 0)].made += 1
                counts[feature, default: (0, 0)].accepted += isAccepted ? 1 : 0
            }
        }
        return counts
    }()
}

// MARK: - Schemas

/// A random schema that has no errors.
private struct ValidSchema: CustomStringConvertible {
    let name: String
    let json: String
    let generation: Generation

    var description: String { "SCHEMA_SEED=\(RandomSchemasTests.seed), \(name): \(json)\n" }
}

extension RandomSchemasTests {
    /// One default isolation after the other.
    private static func isolation(_ number: Int) -> Isolation {
        Isolation.allCases[number % Isolation.allCases.count]
    }

    /// Each schema has a root of its own, and so they can all be in one module.
    private static func validSchemas(_ numbers: Range<Int>) throws -> [ValidSchema] {
        try validSchemas(numbers) { number in
            validSchema(number, suffix: "\(number)") { $0.root = "S\(number)" }
        }
    }

    /// Most schemas are valid; if not, a test would say little of the others.
    private static func validSchemas(
        _ numbers: Range<Int>, _ validSchema: (Int) -> ValidSchema?
    ) throws -> [ValidSchema] {
        let valid = numbers.compactMap(validSchema)
        try #require(valid.count * 100 >= numbers.count * 60, "too few schemas are valid")
        return valid
    }

    private static func validSchema(
        _ number: Int, suffix: String, _ configure: (inout Options) -> Void
    ) -> ValidSchema? {
        let name = "S\(number)"
        let json = RandomSchema.json(seed: seed &+ UInt64(number), suffix: suffix)
        let generation = try? Generation(json, from: name, configure: configure)
        return generation.map { ValidSchema(name: name, json: json, generation: $0) }
    }

    /// The files of a program that prints every path of every schema.
    private static func program(of schemas: [ValidSchema]) -> [SwiftFile] {
        let code = schemas.map { SwiftFile("\($0.name).swift", $0.generation.code) }
        let parts = schemas.map { schema in
            SwiftFile(
                "\(schema.name)Paths.swift",
                "import TypedPaths\n\n"
                    + PathProgram.text("\(schema.name)Paths", for: schema.generation.schema))
        }
        let calls = schemas.map { "print(\"== \($0.name)\")\nrun(\($0.name)Paths.self)\n" }
        let main = SwiftFile("main.swift", PathProgram.support + calls.joined())
        return code + parts + [ModelStubs.file(for: schemas.map(\.generation.schema)), main]
    }

    /// The schemas that messages are about, to be looked at.
    private static func schemas(in messages: String, of schemas: [ValidSchema]) -> String {
        schemas.filter { schema in
            messages.contains("\(schema.name).swift:")
                || messages.contains("\(schema.name)Paths.swift:")
        }
        .map(\.description).joined()
    }
}
