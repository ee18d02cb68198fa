import Foundation
import TestSupport
import Testing

/// The section about schemas for Firestore: each schema, excerpt and diagnostic is executed.
///
/// `UPDATE_DOCUMENTATION=1 swift test --filter FirestorePageTests` writes the diagnostics into it.
@Suite struct FirestorePageTests {
    private static let heading = "## Shapes and rules of a schema\n"

    @Test func examplesAreAsPrinted() async throws {
        let page = try MarkdownPage("Firestore.md")
        let section = try Self.section(of: page)
        let examples = try PageExamples(section)
        #expect(examples.examples.count >= 6)
        #expect(examples.examples.allSatisfy { $0.isComplete })
        let errors = examples.unexpectedErrors()
        #expect(errors == [])
        let wrong = try await examples.wrongExcerpts()
        #expect(wrong == [])
        let outdated = try await examples.outdatedPrints()
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
            let file = Repository.root.appendingPathComponent("Documentation/Firestore.md")
            try page.text.replacing(section.text, with: section.replacing(outdated))
                .write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(outdated == [:])
        }
    }

    /// The section, up to the next one.
    private static func section(of page: MarkdownPage) throws -> MarkdownPage {
        let start = try #require(page.text.range(of: heading))
        let rest = page.text[start.upperBound...]
        let end = rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex
        return MarkdownPage(name: page.name, text: String(rest[..<end]))
    }
}
