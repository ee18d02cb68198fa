import Foundation
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance

/// The engine that the page on writing one shows.
@Suite struct JSONFileEngineTests {
    private let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString).json")

    @Test(arguments: EngineConformance.checks)
    func myEngine(_ check: ConformanceCheck) async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        try await check.run(on: JSONFileEngine(at: file))
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func myEngineAgainstTheModel(_ seed: UInt64) async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        try await ModelCheck(seed: seed, steps: 1000).run(on: JSONFileEngine(at: file))
    }

    @Test func whatIsWrittenIsThereWhenTheFileIsOpenedAgain() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let value: TreeValue = [
            "e\u{301}": 1, "\u{e9}": 2.5, "text": "é", "flag": true, "deep": ["0": -7],
        ]
        try await JSONFileEngine(at: file).write([TreeEdit(.root, .set(PendingValue(value)))])
        let found = try await JSONFileEngine(at: file).read(.root, .all).value
        #expect(found == value)
    }

    @Test func itCompilesWhereTheMainActorIsTheDefault() async throws {
        let code = try Repository.text(of: "Tests/DatabaseDocumentationTests/JSONFileEngine.swift")
        let errors = try await DatabaseCompiler().typecheck(code, isolation: .mainActor)
        #expect(errors == [])
    }

    /// Each block of code on the page is part of these files, to the letter.
    @Test func thePageShowsTheEngine() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = ["JSONFileEngine.swift", "JSONFileEngineTests.swift"]
        let code = try files.map {
            try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
        }.joined()
        let blocks = try MarkdownPage("WritingAnEngine.md").blocks
        #expect(blocks.count >= 5)
        for block in blocks {
            let lines = code.replacing("\n    ", with: "\n")
            #expect(code.contains(block.text) || lines.contains(block.text), "line \(block.line)")
        }
    }
}
