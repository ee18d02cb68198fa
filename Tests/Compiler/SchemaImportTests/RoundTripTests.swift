import Foundation
import PathSchema
import SchemaImport
import SecurityRules
import TestSupport
import Testing

/// A schema, the rules that it makes, and the schema that those make.
@Suite struct RoundTripTests {
    /// Rules can't say what the app's own types are called, nor what is meant by a number, nor whether an
    /// object is a model. So the second schema is not the first; but it means the same types to the server.
    @Test(arguments: try Repository.schemas)
    func schemaOfRulesMakesTheSameRules(file: URL) throws {
        let rules = try Self.rules(for: try String(contentsOf: file, encoding: .utf8))
        let schema = SchemaImporter(try Imports.rules(Array(rules.utf8))).schema
        let again = try Self.rules(for: schema)
        #expect(TextDiff.lines(from: Self.bare(rules), to: Self.bare(again)) == "")
    }

    @Test func allThatRulesCanSayComesBackAsItWas() throws {
        let schema = """
            {
              "players": {
                "$index": ["score", "team/name"],
                "<playerId>": {
                  "$type": "Player",
                  "name": "String?",
                  "score": "Int?",
                  "rating": "Double?",
                  "isOnline": "Bool?",
                  "team": { "$type": "Team?", "name": "String?" }
                }
              },
              "votes": { "$index": ".value", "<userId>": "Int" },
              "userPosts": {
                "<userId>": {
                  "$index": "title",
                  "<postId>": { "$type": "UserPost", "title": "String?" }
                }
              },
              "seasons": { "<year: Int>": { "<month: Int>": "Double" } },
              "stats": { "total": "Int", "<statId>": "Int" },
              "theme": "String"
            }

            """
        let rules = try Self.rules(for: schema)
        let again = SchemaImporter(try Imports.rules(Array(rules.utf8))).schema
        #expect(TextDiff.lines(from: schema, to: again) == "")
    }

    @Test func fixturesTakeTheirOwnSchemasWithoutContradictions() throws {
        for fixture in try ImportFixture.all(.rules) where fixture.name != "contradictions" {
            let file = SourceText(name: "rules.json", utf8: try fixture.input)
            let schema = try fixture.importer().schema
            var diagnostics = Diagnostics()
            let merged = RulesRenderer.merge(
                try Imports.compile(schema), into: file, source: 0, reportingTo: &diagnostics)
            #expect(Imports.text(of: diagnostics, in: file) == "", "\(fixture)")
            let again = SchemaImporter(try Imports.rules(try #require(merged).text)).schema
            let difference = TextDiff.lines(
                from: Self.sortedLines(schema), to: Self.sortedLines(again))
            #expect(difference == "", "\(fixture)")
        }
    }

    private static func rules(for schema: String) throws -> String {
        RulesRenderer.render(try Imports.compile(schema))
    }

    /// Why something isn't known may change as rules are added, and so may the order.
    private static func sortedLines(_ schema: String) -> String {
        schema.split(separator: "\n").filter { !$0.contains("\"$comment\"") }
            .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }.sorted().joined(separator: "\n")
    }

    /// The rules without the children that models require, and with `$1` for the outermost variable at
    /// a place, `$2` for the next one, and so on: schemas may call keys otherwise.
    private static func bare(_ rules: String) -> String {
        var variables: [(indentation: Int, name: Substring)] = []
        let rules = rules.replacing(/hasChildren\(\[[^\]]*\]\)/, with: "hasChildren()")
        return rules.split(separator: "\n").map { line in
            let indentation = line.prefix { $0 == " " }.count
            variables.removeAll { $0.indentation >= indentation }
            if let name = line.firstMatch(of: /"(\$[A-Za-z0-9_]+)":/)?.1, name != "$other" {
                variables.append((indentation, name))
            }
            return line.replacing(/\$[A-Za-z0-9_]+/) { match in
                variables.lastIndex { $0.name == match.output }.map { "$\($0 + 1)" }
                    ?? String(match.output)
            }
        }
        .joined(separator: "\n")
    }
}
