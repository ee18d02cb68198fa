import Foundation
import TestSupport
import Testing

/// The page that lists the libraries' types and calls names all types, and nothing that isn't there.
@Suite struct APIPageTests {
    private static let libraries = [
        "TypedPaths", "TypedDatabase", "TypedDatabaseSQLite", "TypedDatabaseFirebase",
        "TypedDatabaseFirestore", "TypedDatabaseOffline", "TypedDatabaseConformance", "TypedDatabaseRules",
    ]

    @Test func eachTypeAndCallExists() async throws {
        let page = try MarkdownPage("API.md")
        let names = Self.names(on: page)
        #expect(names.count > 100)
        let database = try MarkdownPage("Database.md").text
        let writing = try #require(database.range(of: "## Writing")).lowerBound
        let code = PageProgram(
            MarkdownPage(
                name: page.name,
                text: database[..<writing] + "\n" + Self.blocks(of: page) + "\n# Rows\n"
                    + Self.program(of: names))
        ).code
        let errors = try await PageCompiler().typecheck(code, ["-no-warnings-as-errors"])
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        for error in errors {
            Issue.record("\(error.message): \(lines[error.line - 1])")
        }
    }

    @Test(arguments: libraries)
    func eachPublicTypeIsThere(library: String) throws {
        let names = Set(Self.names(on: try MarkdownPage("API.md")).compactMap(Self.type))
        let room = library == "TypedPaths" ? "Paths" : "Database"
        let declaration =
            /(?m)^public (?:final )?(?:struct|class|enum|actor|protocol|typealias) (\w+)/
        let files = FileManager.default.enumerator(
            at: Repository.root.appendingPathComponent("Sources/\(room)/\(library)"),
            includingPropertiesForKeys: nil)
        let code = try (files?.compactMap { $0 as? URL } ?? [])
            .filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        let types = code.flatMap { $0.matches(of: declaration).map(\.output.1) }
        #expect(!types.isEmpty)
        #expect(types.filter { !names.contains($0) } == [])
    }
}

extension APIPageTests {
    /// The pieces of code in the first column of the tables.
    private static func names(on page: MarkdownPage) -> [Substring] {
        page.text.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .flatMap { $0.split(separator: " | ")[0].matches(of: /`([^`]+)`/).map(\.output.1) }
    }

    /// The type that a piece of code is, without its arguments: `Path.Collection`.
    private static func type(_ name: Substring) -> Substring? {
        let type = name.replacing(/<[^()]*>/, with: "")
        return type.wholeMatch(of: /[A-Z]\w*(?:\.[A-Z]\w*)*/) == nil ? nil : type
    }

    /// The page's hidden blocks, which the other code needs.
    private static func blocks(of page: MarkdownPage) -> String {
        page.blocks.filter { $0.language == "swift" }
            .map { "```swift\n\($0.text)\n```\n" }.joined()
    }

    /// An extension for each type, and a function for each call.
    private static func program(of names: [Substring]) -> String {
        let types = names.compactMap(type).map { "extension \($0) {}\n" }
        let calls = names.filter { type($0) == nil }.map { "do { \(statement($0)) }\n" }
        return "```swift\n\(types.joined())```\n```swift\n\(calls.joined())```\n"
    }

    private static func statement(_ call: Substring) -> String {
        let row = call.hasPrefix("batch.") ? "database.write { batch in \(call) }" : "\(call)"
        return "@MainActor func row() async throws { try await \(row) }"
    }
}
