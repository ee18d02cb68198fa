import Foundation
import PathCodegen
import TestSupport
import Testing

/// Checks the examples and tables of Documentation/SchemaJSON.md.
@Suite struct SchemaJSONDocumentationTests {
    private let page: String

    init() throws {
        page = try Repository.text(of: "Documentation/SchemaJSON.md")
    }

    @Test func exampleIsWhatComesOut() throws {
        let examples = blocks(of: "json")
        try #require(examples.count == 2)
        #expect(try Rendering.json.text(of: examples[0]) == examples[1])
    }

    @Test func tablesHaveExactlyTheFieldsThatThereAre() throws {
        var fields: Set<String> = []
        for schema in Sample.all {
            let document = try SchemaDocument(of: schema)
            fields.formUnion(document.head.keys)
            for node in document.nodes {
                fields.formUnion(node.keys)
            }
        }
        #expect(documentedFields().sorted() == fields.sorted())
    }

    @Test func exampleHasEveryKindOfNode() throws {
        let document = try SchemaDocument(json: blocks(of: "json")[1])
        let kinds = Set(document.nodes.compactMap { $0["kind"] as? String })
        #expect(kinds == ["leaf", "branch", "mixed", "collection"])
    }

    /// The fenced blocks in a language, each with a line break at its end.
    private func blocks(of language: String) -> [String] {
        page.components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }

    /// The first cells of the tables.
    private func documentedFields() -> [String] {
        page.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.dropFirst(3).split(separator: "`").first.map(String.init) }
    }
}
