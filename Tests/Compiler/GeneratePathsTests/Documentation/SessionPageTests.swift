import Foundation
import TestSupport
import Testing

/// The pages on which commands follow each other are executed from the first line to the last.
///
/// `UPDATE_DOCUMENTATION=1 swift test --filter SessionPageTests` writes what is printed into the pages.
@Suite struct SessionPageTests {
    private static let name = "FromAnExistingDatabase.md"

    @Test func filesAndOutputsAreThoseOfTheCommands() async throws {
        let page = try MarkdownPage(Self.name)
        let session = try await SessionPage(page)
        for (command, status) in session.statuses {
            #expect((status != 0) == session.failing.contains(command), "\(command)")
        }
        #expect(session.statuses.count >= 5)
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
            let file = Repository.root.appendingPathComponent("Documentation/\(Self.name)")
            try page.replacing(session.outdated).write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(session.outdated == [:])
        }
    }

    @Test(arguments: Isolation.allCases)
    func codeCompiles(isolation: Isolation) async throws {
        let session = try await SessionPage(MarkdownPage(Self.name))
        let compiler = try Compiler()
        #expect(
            try await compiler.buildLibrary("TypedDatabase", [ImportedSchemasTests.databaseLayer])
                .errors
                == "")
        let uses = session.uses.map { "func use() {\n\($0)\n_ = (room, name, messages)\n}\n" }
        #expect(uses.count == 1)
        let result = try await compiler.typecheck(
            session.code + [SwiftFile("Use.swift", "import TypedPaths\n\n\(uses.joined())")],
            isolation: isolation)
        #expect(result.errors == "")
    }
}
