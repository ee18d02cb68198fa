import Foundation
import TestSupport
import Testing

/// The section about stored data is executed.
@Suite struct ChangingASchemaTests {
    private static func section() throws -> MarkdownPage {
        let text = try MarkdownPage("ChangingASchema.md").text
        let start = try #require(text.range(of: "## When stored data disagrees")).lowerBound
        let rest = text[start...]
        let end = rest.dropFirst().range(of: "\n## ")?.lowerBound ?? rest.endIndex
        return MarkdownPage(name: "ChangingASchema.md", text: String(rest[..<end]))
    }

    @Test func thePagePrintsWhatItSays() async throws {
        let page = try Self.section()
        let program = PageProgram(page)
        let report = try #require(page.blocks.first { $0.language == "console" }).text
        let code = program.code.replacing(
            "show(", with: "print(\"REPORT\\n\\(report)\\nEND\"); show(", maxReplacements: 1)
        let run = try await PageCompiler().run(code)
        #expect(run.status == 0, "\(run)")
        #expect(program.outputs.count == 4)
        #expect(program.outputs == PageProgram.outputs(in: run.output))
        let printed = run.output.components(separatedBy: "REPORT\n").dropFirst().first?
            .components(separatedBy: "\nEND")[0]
        #expect(printed == report)
    }

    @Test func codeCompilesWhereTheMainActorIsTheDefault() async throws {
        let errors = try await PageCompiler().typecheck(
            PageProgram(Self.section()).code, isolation: .mainActor)
        #expect(errors == [])
    }
}
