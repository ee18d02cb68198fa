import Foundation
import PathSchema
import TestSupport
import Testing

/// The pages of the documentation are executed: every schema, call, mistake, excerpt and diagnostic on
/// them. `PageExample` says how to read them.
///
/// `UPDATE_DOCUMENTATION=1 swift test --filter DocumentationTests` writes what is printed into the pages.
@Suite struct DocumentationTests {
    static let pages = ["Language.md", "FromGeneratePaths.md", "Runtime.md"]

    @Test(arguments: pages)
    func everySchemaIsFollowedByWhatBecomesOfIt(name: String) throws {
        let page = try MarkdownPage(name)
        let examples = try PageExamples(page)
        let fences = page.text.split(separator: "\n").count { $0.hasPrefix("```") }
        #expect(page.blocks.count * 2 == fences)
        #expect(
            page.blocks.count { $0.language == "json" } == page.text.matches(of: /```json/).count)
        let incomplete = examples.examples.filter { !$0.isComplete }.map(\.place)
        #expect(incomplete == [])
        #expect(examples.unexpectedErrors() == [])
    }

    @Test(arguments: pages)
    func diagnosticsAreAsPrinted(name: String) async throws {
        let page = try MarkdownPage(name)
        let outdated = try await PageExamples(page).outdatedPrints()
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
            let file = Repository.root.appendingPathComponent("Documentation/\(name)")
            try page.replacing(outdated).write(to: file, atomically: true, encoding: .utf8)
            return
        }
        for block in page.blocks {
            if let text = outdated[block.line] {
                #expect(block.text == text, "\(name):\(block.line)")
            }
        }
    }

    @Test(arguments: pages)
    func excerptsAreInTheGeneratedCode(name: String) async throws {
        let wrong = try await PageExamples(MarkdownPage(name)).wrongExcerpts()
        #expect(wrong == [])
    }

    @Test func callsHaveTheirTypesAndPlaces() async throws {
        for program in try Self.programs.get() {
            let wrong = try await program.wrongCalls()
            #expect(wrong == [])
        }
    }

    @Test(arguments: Isolation.allCases)
    func codeCompilesUnderEitherIsolation(isolation: Isolation) async throws {
        let blocks = try Self.pages.flatMap { try PageExamples(MarkdownPage($0)).appCode }
        #expect(blocks.count { $0.text.hasPrefix("import TypedPaths") } >= 5)
        for program in try Self.programs.get() {
            let errors = try await program.errorsOfCalls(isolation)
            #expect(errors == "")
        }
    }

    @Test func mistakesDoNotCompile() async throws {
        for program in try Self.programs.get() {
            let wrong = try await program.wrongMistakes()
            #expect(wrong == [])
        }
    }

    private static let programs = Result {
        try PageProgram.programs(for: pages.map { try PageExamples(MarkdownPage($0)) })
    }
}

// MARK: - Completeness

extension DocumentationTests {
    private static let directives = [
        "$type", "$name", "$member", "$singular", "$property", "$index", "$firestore", "$doc",
        "$deprecated",
        "$was", "$options",
    ]

    @Test func referenceHasAnExampleAndAMisuseOfEachDirective() throws {
        let examples = try PageExamples(MarkdownPage("Language.md")).examples
        for directive in Self.directives {
            let uses = examples.filter {
                $0.files.contains { $0.text.contains("\"\(directive)\"") }
            }
            #expect(uses.contains { $0.printed?.language == "text" }, "no misuse of \(directive)")
            #expect(
                uses.contains { !$0.excerpts.isEmpty || !$0.calls.isEmpty },
                "no use of \(directive)")
        }
        for ignored in ["$schema", "$comment"] {
            #expect(examples.contains { $0.files.contains { $0.text.contains("\"\(ignored)\"") } })
        }
    }

    @Test func referenceHasAnExampleOfEachOption() async throws {
        let page = try MarkdownPage("Language.md")
        let schemas = try PageExamples(page).examples.flatMap(\.files).map(\.text)
        for option in OptionName.allCases {
            #expect(schemas.contains { $0.contains("\"\(option.rawValue)\":") }, "\(option)")
        }
        let help = try await Command().run("--help").output
        let flags = help.matches(of: /--[a-z][a-z-]+/).map { "\($0.0)" }
        #expect(flags.count >= 14)
        for flag in flags {
            #expect(page.text.contains("`\(flag)"), "\(flag)")
        }
    }

    @Test func referenceHasManyExamples() throws {
        let examples = try PageExamples(MarkdownPage("Language.md")).examples
        #expect(examples.count >= 60)
        #expect(examples.flatMap(\.calls).count >= 80)
        #expect(examples.flatMap(\.mistakes).count >= 5)
        #expect(examples.flatMap(\.excerpts).count >= 8)
        #expect(examples.count { $0.printed?.language == "text" } >= 25)
    }
}
