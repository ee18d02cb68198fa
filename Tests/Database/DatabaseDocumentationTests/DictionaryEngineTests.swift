import Foundation
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance

/// The engine on the page about writing one.
@Suite struct DictionaryEngineTests {
    @Test(arguments: EngineConformance.checks)
    func myEngine(_ check: ConformanceCheck) async throws {
        try await check.run(on: DictionaryEngine())
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func myEngineAgainstTheModel(_ seed: UInt64) async throws {
        try await ModelCheck(seed: seed, steps: 1000).run(on: DictionaryEngine())
    }

    @Test func itCompilesWhereTheMainActorIsTheDefault() async throws {
        let code = try Repository.text(
            of: "Tests/Database/DatabaseDocumentationTests/DictionaryEngine.swift")
        let errors = try await DatabaseCompiler().typecheck(code, isolation: .mainActor)
        #expect(errors == [])
    }

    /// Each block of code on the page is part of these files, to the letter.
    @Test func thePageShowsTheEngine() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = ["DictionaryEngine.swift", "DictionaryEngineTests.swift"]
        let code = try files.map {
            try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
        }.joined()
        let blocks = try MarkdownPage("WritingAnEngine.md").blocks
        #expect(blocks.count == 2)
        for block in blocks {
            let lines = code.replacing("\n    ", with: "\n")
            #expect(code.contains(block.text) || lines.contains(block.text), "line \(block.line)")
        }
    }
}
