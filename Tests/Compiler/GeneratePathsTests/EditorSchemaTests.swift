import Foundation
import TestSupport
import Testing

@testable import PathSchema

/// The JSON Schema for editors says of schemas what the compiler says, as far as it can know.
///
/// Each table in Tests/Compiler/SchemaExamples is a pair of verdicts; an accepted schema with a message has a warning.
/// Those of the compiler are tested here, those of the JSON Schema by `.ci/editor-schema-test`, which
/// takes a validator.
///
/// `UPDATE_EXAMPLES=1 swift test --filter EditorSchemaTests` writes the compiler's messages into the
/// tables.
@Suite struct EditorSchemaTests {
    @Test(arguments: try SchemaExample.table("accepted"))
    func compilerAccepts(example: SchemaExample) {
        #expect(Self.messages(for: example) == (example.message.map { [$0] } ?? []))
        #expect((try? Generation(example.schema)) != nil)
    }

    @Test(arguments: try SchemaExample.table("rejected"))
    func compilerRejects(example: SchemaExample) throws {
        #expect(Self.messages(for: example) == [try #require(example.message)])
    }

    @Test(arguments: try SchemaExample.table("rejected-by-compiler-only"))
    func compilerAloneRejects(example: SchemaExample) throws {
        #expect(Self.messages(for: example) == [try #require(example.message)])
    }

    @Test func thereAreExamples() throws {
        #expect(try SchemaExample.table("accepted").count >= 45)
        #expect(try SchemaExample.table("rejected").count >= 175)
        #expect(try SchemaExample.table("rejected-by-compiler-only").count >= 25)
    }

    @Test func namesTellExamplesApart() throws {
        for table in ["accepted", "rejected", "rejected-by-compiler-only"] {
            let names = try SchemaExample.table(table).map(\.name)
            #expect(Set(names).count == names.count, "\(table)")
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["UPDATE_EXAMPLES"] != nil))
    func tablesAreUpdated() throws {
        for table in ["accepted", "rejected", "rejected-by-compiler-only"] {
            let examples = try SchemaExample.table(table).map { example in
                let message = Self.messages(for: example).first
                return SchemaExample(name: example.name, schema: example.schema, message: message)
            }
            try SchemaExample.write(examples, to: table)
        }
    }

    /// Besides the examples, it is shown all that the compiler accepts of the other tests' schemas, and
    /// of schemas made by chance.
    @Test(
        .enabled("'.ci/editor-schema-test' says what is missing") { try await Self.canValidate() })
    func jsonSchemaRefusesNothingThatTheCompilerAccepts() async throws {
        let schemas = try Self.schemasInTests() + Self.randomSchemas()
        let accepted = schemas.filter { (try? Generation($0)) != nil }
        #expect(accepted.count > 200)
        let folder = try TemporaryFolder()
        for (number, schema) in accepted.enumerated() {
            try folder.write(schema, to: "\(number).json")
        }
        let run = try await Subprocess.run(Self.script, [folder.url.path])
        #expect(run.errors == "")
        #expect(run.output.hasPrefix("ok: "))
        #expect(run.status == 0)
    }
}

// MARK: - The words of the language

extension EditorSchemaTests {
    @Test func editorsKnowEachDirectiveAndNoOther() throws {
        let key = try definition("key")
        let then = try #require(key["then"] as? [String: Any])
        let names = try #require(then["enum"] as? [String])
        #expect(names == DirectiveName.allCases.map(\.rawValue))
    }

    @Test func editorsKnowEachOptionAndNoOther() throws {
        let options = try #require(definition("options")["properties"] as? [String: Any])
        #expect(options.keys.sorted() == OptionName.allCases.map(\.rawValue).sorted())
        let access = try #require(options["access"] as? [String: Any])
        let levels = try #require(access["enum"] as? [String])
        #expect(levels.sorted() == Options.AccessLevel.allCases.map(\.rawValue).sorted())
    }

    @Test func eachDirectiveAndOptionHasADescription() throws {
        var described: Set<String> = []
        try Self.visitProperties(in: Self.jsonSchema()) { name, schema in
            if schema["description"] is String { described.insert(name) }
        }
        let names = DirectiveName.allCases.map(\.rawValue) + OptionName.allCases.map(\.rawValue)
        #expect(described.sorted() == names.sorted())
    }

    /// The keywords that no type may be named after are listed once more in the JSON Schema.
    @Test func namesThatEditorsRefuseAreRefusedByTheCompiler() throws {
        let words = try Self.wordsOfTypePatterns()
        #expect(words.count > 60)
        for word in words {
            #expect((try? Generation(#"{ "a": "\#(word)" }"#)) == nil, "\(word)")
        }
    }

    private func definition(_ name: String) throws -> [String: Any] {
        let definitions = try #require(Self.jsonSchema()["$defs"] as? [String: Any])
        return try #require(definitions[name] as? [String: Any])
    }

    private static func jsonSchema() throws -> [String: Any] {
        let file = Repository.root.appendingPathComponent("Schemas/paths.schema.json")
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return try #require(json as? [String: Any])
    }

    private static func visitProperties(
        in value: Any, _ visit: (String, [String: Any]) throws -> Void
    ) rethrows {
        if let values = value as? [Any] {
            for value in values { try visitProperties(in: value, visit) }
        }
        guard let object = value as? [String: Any] else { return }
        for (name, schema) in object["properties"] as? [String: Any] ?? [:] {
            if let schema = schema as? [String: Any] { try visit(name, schema) }
        }
        for value in object.values { try visitProperties(in: value, visit) }
    }

    /// The words between bars in the patterns for types: `any|as|…`.
    private static func wordsOfTypePatterns() throws -> [String] {
        let definitions = try jsonSchema()["$defs"] as? [String: Any]
        let type = definitions?["type"] as? [String: Any]
        let patterns = (type?["allOf"] as? [[String: Any]] ?? []).compactMap { $0["pattern"] }
        return patterns.compactMap { $0 as? String }
            .flatMap { $0.matches(of: /\(\?:(\w+(?:\|\w+)+)\)/) }
            .flatMap { $0.output.1.split(separator: "|").map(String.init) }
    }
}

// MARK: - Examples

extension EditorSchemaTests {
    private static let script = Repository.root.appendingPathComponent(".ci/editor-schema-test")

    private static func canValidate() async throws -> Bool {
        try await Subprocess.run(script, []).status != 77
    }

    /// The compiler's messages about an example, warnings included.
    private static func messages(for example: SchemaExample) -> [String] {
        let source = SourceText(name: example.name, text: example.schema)
        return SchemaCompiler.compile([source]).diagnostics.inDocumentOrder.map(\.message)
    }

    /// The schemas in the sources of tests, as raw strings on one line.
    private static func schemasInTests() throws -> [String] {
        let folder = Repository.root.appendingPathComponent("Tests")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (files?.compactMap { $0 as? URL } ?? [])
            .filter { $0.pathExtension == "swift" }
            .sorted { $0.path < $1.path }
            .flatMap { file in
                let text = try String(contentsOf: file, encoding: .utf8)
                return text.matches(of: /#"(\{.*?\})"#/).map { String($0.output.1) }
            }
    }

    private static func randomSchemas() -> [String] {
        (0..<200).map { RandomSchema.json(seed: RandomSchemasTests.seed &+ $0, suffix: "") }
    }
}
