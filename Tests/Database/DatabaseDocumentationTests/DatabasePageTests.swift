import Foundation
import PathSchema
import TestSupport
import Testing

/// The pages about the database are executed: every line of code, every mistake, and what is printed.
/// `PageProgram` says how to read them.
@Suite struct DatabasePageTests {
    static let pages = ["Database.md", "FromOtherWays.md", "Offline.md"]

    @Test(arguments: pages)
    func thePagePrintsWhatItSays(name: String) async throws {
        let program = PageProgram(try MarkdownPage(name))
        let run = try await PageCompiler().run(program.code)
        #expect(run.status == 0, "\(run)")
        let (expected, found) = (program.outputs, PageProgram.outputs(in: run.output))
        for (expected, found) in zip(expected, found) { #expect(expected == found) }
        #expect(expected.count == found.count)
    }

    @Test(arguments: pages)
    func codeCompilesWhereTheMainActorIsTheDefault(name: String) async throws {
        let program = PageProgram(try MarkdownPage(name))
        let features = [
            "NonisolatedNonsendingByDefault", "InferIsolatedConformances", "MemberImportVisibility",
        ]
        let errors = try await PageCompiler().typecheck(
            program.code, isolation: .mainActor,
            features.flatMap { ["-enable-upcoming-feature", $0] })
        #expect(errors == [])
    }

    /// With the paths and the models of the page on databases.
    @Test func theReadmePrintsWhatItSays() async throws {
        let database = try MarkdownPage("Database.md")
        let readme = try MarkdownPage("../README.md").text
        let start = try #require(readme.range(of: "## Put data there"))
        let end = try #require(readme.range(of: "## The language in short"))
        let opening = try #require(database.text.range(of: "## Opening"))
        let text = database.text[..<opening.lowerBound] + readme[start.lowerBound..<end.lowerBound]
        let program = PageProgram(MarkdownPage(name: "README.md", text: String(text)))
        #expect(program.outputs.count == 2 && program.mistakes.count == 1)
        let run = try await PageCompiler().run(program.code)
        #expect(run.status == 0, "\(run)")
        #expect(program.outputs == PageProgram.outputs(in: run.output))
        let errors = try await PageCompiler().typecheck(program.code, isolation: .mainActor)
        #expect(errors == [])
        let (code, lines) = program.mistakenCode
        let said = try await PageCompiler().typecheck(code)
        #expect(program.differences(of: said, at: lines) == [])
    }

    @Test(arguments: pages)
    func mistakesDoNotCompile(name: String) async throws {
        let program = PageProgram(try MarkdownPage(name))
        let (code, lines) = program.mistakenCode
        let said = program.mistakes.isEmpty ? [] : try await PageCompiler().typecheck(code)
        #expect(program.differences(of: said, at: lines) == [])
    }

    @Test(arguments: pages)
    func everyCommentAfterCodeIsChecked(name: String) throws {
        let program = PageProgram(try MarkdownPage(name))
        #expect(program.unchecked == [])
        #expect(program.outputs.count >= 10)
    }

    @Test(arguments: pages)
    func schemasHaveNoErrors(name: String) throws {
        for block in try MarkdownPage(name).blocks where block.language == "json" {
            let result = SchemaCompiler.compile([SourceText(name: "schema.json", text: block.text)])
            #expect(result.diagnostics.inDocumentOrder.isEmpty)
        }
    }

    @Test(arguments: pages + ["WritingAnEngine.md"])
    func blocksAreOfKnownKinds(name: String) throws {
        let page = try MarkdownPage(name)
        let languages = Set(page.blocks.map(\.language))
        #expect(languages.isSubset(of: ["swift", "swift theirs", "json", "console"]))
        let fences = page.text.split(separator: "\n").count { $0.hasPrefix("```") }
        #expect(page.blocks.count * 2 == fences)
    }
}
