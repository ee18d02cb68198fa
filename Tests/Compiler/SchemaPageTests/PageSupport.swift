import Foundation
import PathSchema
import SecurityRules
import Testing

@testable import SchemaPage

/// Compiles a schema that has no errors.
func compiled(_ text: String) throws -> Schema {
    let source = SourceText(name: "schema.json", text: text)
    let result = SchemaCompiler.compile([source])
    let formatter = TextDiagnosticFormatter(sources: [source], usesColor: false)
    let messages = result.diagnostics.inDocumentOrder.map(formatter.format).joined()
    return try #require(result.schema, "\(messages)")
}

/// Reads rules that have no errors.
func readRules(_ text: String) throws -> RulesNode {
    var diagnostics = Diagnostics()
    let source = SourceText(name: "rules.json", text: text)
    return try #require(RulesDocument.read(source, reportingTo: &diagnostics))
}

/// The data of a page as its code reads it.
struct PageDocument: Decodable {
    struct Resolved: Decodable {
        let nodes: [Node]
    }

    struct Node: Decodable {
        let path: String
        let key: String?
        let documentation: String?
        let deprecated: String?
    }

    struct Rules: Decodable {
        let own: [[String]]
        let below: [[String]]
    }

    let title: String
    let schema: Resolved
    let expressions: [String]
    let rules: [Rules]?

    /// Reads the data out of a page.
    init(ofPage page: String) throws {
        let start = try #require(page.range(of: "<script id=\"data\" type=\"application/json\">"))
        let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
        let data = page[start.upperBound..<end.lowerBound]
        self = try JSONDecoder().decode(Self.self, from: Data(data.utf8))
    }
}
