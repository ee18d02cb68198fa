import Foundation
import SchemaDiff
import TestSupport
import Testing

/// Checks the parts of Documentation/ChangingASchema.md about comparing schemas.
///
/// `UPDATE_DOCUMENTATION=1 swift test --filter ChangingASchemaTests` writes what is printed, and the
/// table of changes, into the page.
@Suite(.serialized) struct ChangingASchemaTests {
    private static let file = Repository.root
        .appendingPathComponent("Documentation/ChangingASchema.md")
    private let text: String

    init() throws {
        text = try String(contentsOf: Self.file, encoding: .utf8)
    }

    private static var isUpdate: Bool {
        ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil
    }

    /// The sections with these headings.
    private func sections(_ headings: String...) -> String {
        text.components(separatedBy: "\n## ")
            .filter { section in headings.contains { section.hasPrefix($0 + "\n") } }
            .map { "\n## \($0)" }.joined()
    }

    @Test func commandsPrintWhatThePageShows() async throws {
        let sections = sections("What a change breaks", "Renames")
        let page = MarkdownPage(name: "ChangingASchema.md", text: sections)
        let session = try await SessionPage(page)
        #expect(session.statuses.map(\.status) == [1, 1, 0, 0, 0, 1, 0])
        if Self.isUpdate {
            try replace(sections, with: page.replacing(session.outdated))
        } else {
            #expect(session.outdated == [:])
        }
    }

    @Test func tableIsThatOfTheCode() throws {
        let section = sections("The table")
        let table = section.split(separator: "\n").filter { $0.hasPrefix("|") }
            .map { "\($0)\n" }.joined()
        if Self.isUpdate {
            try replace(table, with: ChangeTable.markdown)
        } else {
            #expect(table == ChangeTable.markdown)
        }
    }

    private func replace(_ old: String, with new: String) throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        try text.replacingOccurrences(of: old, with: new)
            .write(to: Self.file, atomically: true, encoding: .utf8)
    }

    @Test func fieldsOfJSONAreInTheTable() async throws {
        let section = sections("What a change breaks")
        let command = try Command([
            "old.json": #"{"a": "Int"}"#, "new.json": #"{"b": "Int"}"#,
        ])
        let run = try await command.run("diff", "old.json", "new.json", "--format", "json")
        let fields = Set(run.output.matches(of: /"(\w+)":/).map { String($0.output.1) })
        let documented = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .flatMap { $0.split(separator: "|")[0].matches(of: /`(\w+)`/) }
            .map { String($0.output.1) }
        let words = Audience.allCases.map(\.rawValue) + Severity.allCases.map(\.rawValue)
        #expect(Set(documented).subtracting(words).sorted() == fields.sorted())
        _ = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    }

    @Test func hookRefusesToPushWhatBreaksARelease() async throws {
        let blocks = MarkdownPage(name: "", text: sections("In continuous integration")).blocks
        let hook = try #require(blocks.first { $0.language == "sh" }).text
        let folder = try TemporaryFolder()
        let programs = try Products.folder.path
        let script = """
            set -e
            export PATH="\(programs):$PATH" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
            git init -q --bare server
            git init -q app
            cd app
            git config user.name Ann; git config user.email ann@example.com
            git config commit.gpgsign false
            git remote add origin ../server
            cp ../hook .git/hooks/pre-push; chmod +x .git/hooks/pre-push
            commit() { printf '%s' "$1" > chat.paths.json; git add .; git commit -q -m "$2"; }
            push() { git push -q origin HEAD:main > ../output 2>&1 && echo pushed || echo refused; }
            commit '{"a": "Int"}' first; push; git tag v1
            commit '{"a": "Int", "b": "Int"}' added; push; git tag v2
            commit '{"a": "Int", "b": "Double"}' retyped; push; cat ../output
            """
        try folder.write(hook + "\n", to: "hook")
        let run = try await Subprocess.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", script], in: folder.url)
        let lines = run.output.split(separator: "\n")
        #expect(lines.prefix(3) == ["pushed", "pushed", "refused"], "\(run.output)\(run.errors)")
        #expect(run.output.contains("breaking   clients  b  Int → Double"))
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func workflowComparesWithTheBranchOfThePullRequest() async throws {
        let blocks = MarkdownPage(name: "", text: sections("In continuous integration")).blocks
        let workflow = try #require(blocks.first { $0.language == "yaml" }).text
        let steps = workflow.components(separatedBy: "- run: |\n")
        let step = try #require(steps.last).replacingOccurrences(
            of: "swift run generate-paths",
            with: try Products.program("generate-paths").path)
        let folder = try TemporaryFolder()
        let script = """
            set -e
            export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GITHUB_BASE_REF=main
            git init -q -b main
            git config user.name Ann; git config user.email ann@example.com
            git config commit.gpgsign false
            echo '{"a": "Int"}' > chat.paths.json; touch accepted-changes.txt
            git add .; git commit -q -m first
            git update-ref refs/remotes/origin/main HEAD
            echo '{"a": "String"}' > chat.paths.json
            \(step)
            """
        let run = try await Subprocess.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", script], in: folder.url)
        #expect(run.output.hasPrefix("breaking   data     a  Int → String"), "\(run.errors)")
        #expect(run.status == 1)
    }
}
