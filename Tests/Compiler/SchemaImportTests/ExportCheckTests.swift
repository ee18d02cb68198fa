import PathSchema
import SchemaImport
import SecurityRules
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

    @Test func goodDataHasNoRefusals() throws {
        #expect(
            try Self.refusals(
                """
                { "users": {
                    "ana": { "name": "Ana", "age": 30.0, "score": 1.5, "isAdmin": true, "tags": ["a", null, "b"] },
                    "ben": { "name": "", "age": -1, "theme": { "any": ["thing"] } },
                    "nobody": {}, "nothing": null
                  },
                  "seasons": { "2024": 1, "-5": 2, "0": 0 } }
                """) == "")
    }

    @Test(arguments: [
        (
            #"{ "users": { "ana": { "name": "Ana", "age": "30" } } }"#,
            "users/ana/age: a string, and the rules demand newData.isNumber()\n"
        ),
        (
            #"{ "users": { "ana": { "name": "Ana", "age": 1.5 } } }"#,
            "users/ana/age: a number, and the rules demand newData.val() % 1 == 0\n"
        ),
        (
            #"{ "users": { "ana": { "name": { "first": "Ana" }, "age": 1 } } }"#,
            "users/ana/name: children, and the rules demand newData.isString()\n"
        ),
        (
            #"{ "users": { "ana": { "age": 1, "name": null } } }"#,
            "users/ana: the schema requires 'name', which isn't there\n"
        ),
        (
            #"{ "users": { "ana": { "age": 1, "name": "Ana", "nick": "a" } } }"#,
            "users/ana/nick: the schema has no 'nick' here\n"
        ),
        (
            #"{ "users": { "ana": { "age": 1, "name": "Ana", "nick": { "x": {} } } } }"#, ""
        ),
        (
            #"{ "users": { "ana": { "age": 1, "name": "Ana", "tags": ["a", 2] } } }"#,
            "users/ana/tags/1: a number, and the rules demand newData.isString()\n"
        ),
        (
            #"{ "seasons": { "007": 1, "x": 2 }, "users": true }"#,
            """
            seasons/007: a number, and the rules demand $year.matches(/^(0|-?[1-9][0-9]*)$/)
            seasons/x: a number, and the rules demand $year.matches(/^(0|-?[1-9][0-9]*)$/)
            users: a bool, and the rules demand newData.hasChildren()

            """
        ),
        (
            #"[1]"#, "0: the schema has no '0' here\n"
        ),
    ])
    func dataIsRefusedWithItsPlace(export: String, refusals: String) throws {
        #expect(try Self.refusals(export) == refusals)
    }

    @Test func theFirstTwentyAreKept() throws {
        let users = (0..<50).map { "\"u\($0)\": 1" }.joined(separator: ", ")
        let check = try Self.check("{ \"users\": { \(users) } }")
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
            try Self.compiled, into: rules, source: 0, reportingTo: &diagnostics)
        let check = try Self.run(
            try #require(merged).check,
            #"{ "users": { "ana": { "name": 1, "age": "1", "nick": 2 }, "ben": 1 }, "other": 1 }"#)
        #expect(
            check.refusals.map(\.description) == [
                "users/ana/age: a string, and the rules demand newData.isNumber()",
                "users/ben: a number, and the rules demand newData.hasChildren()",
            ])
    }

    private static var compiled: Schema {
        get throws {
            let source = SourceText(name: "schema.json", text: schema)
            return try #require(SchemaCompiler.compile([source]).schema)
        }
    }

    private static func refusals(_ export: String) throws -> String {
        try check(export).refusals.map { "\($0)\n" }.joined()
    }

    private static func check(_ export: String) throws -> DataCheck {
        try run(RulesRenderer.check(of: try compiled), export)
    }

    private static func run(_ check: DataCheck, _ export: String) throws -> DataCheck {
        var rest = Array(export.utf8)[...]
        return try ExportCheck.run(check) {
            let next = Array(rest.prefix(7))
            rest = rest.dropFirst(7)
            return next
        }
    }
}
