import PathSchema
import SchemaImport
import SecurityRules
import TestSupport
import Testing

/// Data of exports that the rules of a schema refuse.
@Suite struct ExportCheckTests {
    private static let schema = """
        {
          "users": {
            "<userId>": {
              "$type": "User", "name": "String", "age": "Int", "score": "Double?", "isAdmin": "Bool?",
              "tags": "[String]", "theme": "Theme"
            }
          },
          "seasons": { "<year: Int>": "Int" }
        }
        """

    @Test func dataIsRefusedWithItsPlace() throws {
        let check = RulesRenderer.check(of: try Imports.compile(Self.schema))
        let differences = try Cases.differences("refused-data.txt") { export in
            try Self.run(check, export).refusals.map { "\($0)\n" }.joined()
        }
        #expect(differences == "")
    }

    @Test func theFirstTwentyAreKept() throws {
        let users = (0..<50).map { "\"u\($0)\": 1" }.joined(separator: ", ")
        let check = try Self.run(
            RulesRenderer.check(of: try Imports.compile(Self.schema)),
            "{ \"users\": { \(users) } }")
        #expect(check.refusals.count == 20)
        #expect(check.refusalCount == 50)
    }

    @Test func mergedRulesRefuseOnlyWhatIsNew() throws {
        let rules = SourceText(
            name: "rules.json",
            text:
                #"{ "rules": { "users": { "$id": { "name": { ".validate": "newData.isString()" } } } } }"#
        )
        var diagnostics = Diagnostics()
        let merged = RulesRenderer.merge(
            try Imports.compile(Self.schema), into: rules, source: 0, reportingTo: &diagnostics)
        let check = try Self.run(
            try #require(merged).check,
            #"{ "users": { "ana": { "name": 1, "age": "1", "nick": 2 }, "ben": 1 }, "other": 1 }"#)
        #expect(
            check.refusals.map(\.description) == [
                "users/ana/age: a string, and the rules demand newData.isNumber()",
                "users/ben: a number, and the rules demand newData.hasChildren()",
            ])
    }

    private static func run(_ check: DataCheck, _ export: String) throws -> DataCheck {
        try ExportCheck.run(check, nextChunk: Imports.chunks(of: Array(export.utf8), count: 7))
    }
}
