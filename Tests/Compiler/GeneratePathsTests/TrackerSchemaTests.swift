import Foundation
import PathSchema
import TestSupport
import Testing

/// The example schema that uses all of the language at once. That its code compiles, and leads where it
/// says, is for `SchemasTests` to test, as of every example.
@Suite struct TrackerSchemaTests {
    private static let json = Result {
        try String(
            contentsOf: Repository.root.appendingPathComponent("Schemas/tracker.json"),
            encoding: .utf8)
    }

    @Test func schemaIsAmongTheExamples() throws {
        let names = try SchemasTests.names.get()
        #expect(names.contains("tracker.json"))
    }

    @Test func schemaIsLarge() throws {
        let lines = try DatabasePaths.lines(in: Self.json.get())
        #expect(lines.count >= 100)
    }

    @Test func schemaUsesEveryDirectiveAndOption() throws {
        let json = try Self.json.get()
        for directive in [
            "$type", "$name", "$member", "$singular", "$doc", "$deprecated", "$options", "$schema",
            "$comment",
        ] {
            #expect(json.contains("\"\(directive)\":"), "\(directive)")
        }
        // The modules to import depend on the app.
        for option in OptionName.allCases where option != .imports {
            #expect(json.contains("\"\(option.rawValue)\":"), "\(option)")
        }
    }

    @Test func schemaUsesEveryKindOfNode() throws {
        let schema = try Generation(Self.json.get()).schema
        let members = schema.types.flatMap(\.members)
        let placeholders = members.map(\.placeholders)
        let wildcards = members.filter { $0.key == nil }

        #expect(schema.types.contains { $0.kind == .model })
        #expect(Set(placeholders.map(\.count)) == [0, 1, 2, 3])
        #expect(schema.root.members.contains { $0.key == nil }, "the root's")
        #expect(wildcards.count >= 3)
        let keyTypes = Set(placeholders.joined().map(\.keyType))
        #expect(keyTypes.isSuperset(of: ["String", "Int", "UserID", "MessageID"]))
        #expect(placeholders.contains { $0.count > 1 && $0[1].keyType == "Int" })
        #expect(
            members.contains { if case .recurring = $0.element { true } else { false } })
    }

    /// Issues contain discussions, which are elsewhere in the tree and contain issues.
    @Test func pathsRecurAcrossBranches() async throws {
        let page = """
            ```json
            \(try Self.json.get())
            ```

            ```swift
            Path<TrackerRoot>().organization(OrganizationID("o")).discussion("d").message(MessageID("m")).issue.discussion.message(MessageID("n")).spinOff.title  // Path<String>, o/discussions/d/messages/m/about/discussion/messages/n/spin-off/title
            Path<TrackerRoot>().organization(OrganizationID("o")).project(ProjectID("p")).ticket(IssueID("i")).subtask(IssueID("j")).duplicateOf  // Path<Tracker.Issue>, o/projects/p/issues/i/subtasks/j/duplicate-of
            Path<TrackerRoot>().organization(OrganizationID("o")).archive  // Path<Tracker.DBArchiveNode>, o/archive
            Path<TrackerRoot>().organization(OrganizationID("o")).archive.project(ProjectID("p"))  // Path<Tracker.DBArchiveProjectNode>, o/archive/projects/p
            Path<TrackerRoot>().contact(UserID("u")).settings.default  // Path<Files.Folder>, people/u/settings/default
            Path<TrackerRoot>().organization(OrganizationID("o")).project(ProjectID("p")).activity("d", hour: 7, eventId: "e").kind  // Path<ActivityKind>, o/projects/p/activity/d/7/e/kind
            ```
            """
        let differences = try await PageProgram.differences(inPage: page)
        #expect(differences == [])
    }
}
