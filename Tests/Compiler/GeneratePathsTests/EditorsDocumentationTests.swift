import Foundation
import TestSupport
import Testing

/// Checks the examples and tables of Documentation/Editors.md.
@Suite struct EditorsDocumentationTests {
    private let page: String

    init() throws {
        page = try Repository.text(of: "Documentation/Editors.md")
    }

    @Test func textIsWhatTheCommandPrints() async throws {
        #expect(try await diagnostics(format: "text") == blocks(of: "text").first)
    }

    @Test func linesOfJSONAreWhatTheCommandPrints() async throws {
        #expect(try await diagnostics(format: "json") == blocks(of: "jsonl").first)
    }

    @Test func tableHasExactlyTheFieldsThatThereAre() async throws {
        var fields: Set<String> = []
        for line in try await diagnostics(format: "json").split(separator: "\n") {
            let diagnostic = try object(String(line))
            fields.formUnion(diagnostic.keys)
            for note in try #require(diagnostic["notes"] as? [[String: Any]]) {
                fields.formUnion(note.keys)
            }
        }
        let documented = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "|").first }
            .flatMap { $0.matches(of: /`(\w+)`/).map { String($0.output.1) } }
        #expect(documented.sorted() == fields.sorted())
    }

    @Test func problemMatcherFindsTheDiagnosticsInTheText() async throws {
        let settings = try #require(blocks(of: "json").last)
        let task = try #require((object(settings)["tasks"] as? [[String: Any]])?.first)
        let matcher = try #require(task["problemMatcher"] as? [String: Any])
        let pattern = try #require(matcher["pattern"] as? [String: Any])
        let regex = try Regex(#require(pattern["regexp"] as? String))
        let problems = try await diagnostics(format: "text").split(separator: "\n").compactMap {
            line in
            try regex.wholeMatch(in: line).map { match in
                try ["file", "line", "column", "severity", "message"].map { part in
                    let group = try #require(pattern[part] as? Int)
                    return String(match.output[group].substring ?? "")
                }
            }
        }
        #expect(
            problems == [
                [
                    "chat.json", "4", "6", "error",
                    "an object can have only one placeholder",
                ],
                ["chat.json", "3", "6", "note", "the first is here"],
                ["chat.json", "4", "16", "error", "'Rom Name' is not a Swift type"],
            ])
    }

    @Test func settingsNameAFileThatIsThere() throws {
        let settings = try object(#require(blocks(of: "json").dropFirst().first))
        let association = try #require((settings["json.schemas"] as? [[String: Any]])?.first)
        let path = try #require(association["url"] as? String)
        let start = "./.build/checkouts/TypedPaths/"
        #expect(path.hasPrefix(start))
        let file = Repository.root.appendingPathComponent(String(path.dropFirst(start.count)))
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    /// The command's output for the page's schema with errors.
    private func diagnostics(format: String) async throws -> String {
        let schema = try #require(blocks(of: "json").dropFirst(2).first)
        let command = try Command(["chat.json": schema])
        return try await command.run("chat.json", "--diagnostics-format", format).errors
    }

    /// The fenced blocks in a language, each with a line break at its end.
    private func blocks(of language: String) -> [String] {
        page.components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }

    private func object(_ json: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return try #require(object as? [String: Any])
    }
}
