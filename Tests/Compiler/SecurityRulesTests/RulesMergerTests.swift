import Foundation
import PathSchema
import SecurityRules
import TestSupport
import Testing

/// Rules that people wrote, with what a schema says added.
@Suite struct RulesMergerTests {
    private static let schema = """
        {
          "users": {
            "<userId>": { "$type": "User", "name": "String", "age": "Int", "address": { "$type": "Address", "city": "String" } }
          },
          "scores": { "$index": ["points", "name"], "<year: Int>": { "points": "Int", "name": "String" } }
        }
        """

    @Test func existingRulesStayAndTypesAreAdded() throws {
        let (text, warnings) = try merged(
            """
            {
              // Our rules.
              "rules": {
                ".read": "auth != null", // everybody who is signed in
                "users": {
                  "$uid": {
                    ".write": "auth.uid == $uid",
                    "name": { ".validate": "newData.isString() && newData.val().length < 100" }, /* short */
                    "age": { ".validate": "newData.val() >= 18 || auth.token.admin == true" }
                  }
                },
                "scores": { ".indexOn": "points", "$y": {} }
                // the end
              }
            }

            """)
        #expect(warnings == "")
        #expect(
            text == """
                {
                  // Our rules.
                  "rules": {
                    ".read": "auth != null", // everybody who is signed in
                    "users": {
                      ".validate": "newData.hasChildren()",
                      "$uid": {
                        ".write": "auth.uid == $uid",
                        ".validate": "newData.hasChildren()",
                        "name": { ".validate": "newData.isString() && newData.val().length < 100" }, /* short */
                        "age": { ".validate": "newData.isNumber() && newData.val() % 1 == 0 && (newData.val() >= 18 || auth.token.admin == true)" },
                        "address": {
                          ".validate": "newData.hasChildren()",
                          "city": { ".validate": "newData.isString()" }
                        }
                      }
                    },
                    "scores": { ".indexOn": ["points", "name"], ".validate": "newData.hasChildren()", "$y": {
                      ".validate": "newData.hasChildren() && $y.matches(/^(0|-?[1-9][0-9]*)$/)",
                      "points": { ".validate": "newData.isNumber() && newData.val() % 1 == 0" },
                      "name": { ".validate": "newData.isString()" }
                    } }
                    // the end
                  }
                }

                """)
    }

    @Test(arguments: [
        "{\"rules\":{}}", "{ \"rules\": { } }\n", "{\n\t\"rules\": {\n\t\t// nothing\n\t}\n}\n",
    ])
    func emptyRulesAreFilled(text: String) throws {
        let (result, warnings) = try merged(text)
        #expect(warnings == "")
        #expect(
            try RulesFile.read(result).children.map(\.key.text) == ["users", "scores"])
    }

    @Test(arguments: try Repository.schemas)
    func ownOutputStaysAsItIs(file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        let rules = RulesRenderer.render(try CompiledSchema.compile(text))
        let (result, warnings) = try merged(rules, schema: text)
        #expect(TextDiff.lines(from: rules, to: result) == "")
        #expect(warnings == "")
    }

    @Test(arguments: [
        (
            #"{ "rules": { "users": { "$uid": { "name": { ".validate": "newData.isNumber()" } } } } }"#,
            "1:59: the schema says that a string is here, and the rules that a number is"
        ),
        (
            #"{ "rules": { "users": { "$uid": { "name": { ".validate": false } } } } }"#,
            "1:58: the schema has data here, and the rules forbid it"
        ),
        (
            #"{ "rules": { "users": { "$uid": { "nick": { ".validate": true } } } } }"#,
            "1:36: the schema has no 'nick' here"
        ),
        (
            #"{ "rules": { "users": { "$uid": { "$any": { } } } } }"#,
            "1:36: the schema has 'name', 'age' and 'address' here, for which '$any' stands in the rules"
        ),
        (
            #"{ "rules": { "users": { "$other": { ".validate": false } } } }"#,
            "1:26: the schema has children with any key here, and the rules forbid them"
        ),
        (
            #"{ "rules": { "users": { "$uid": { "name": {}, "age": {}, "address": {}, "$any": { } } } } }"#,
            "1:74: the rules allow children with any key here, and the schema has none"
        ),
        (
            #"{ "rules": { "users": { "$uid": { "name": {}, "$other": { ".validate": false } } } } }"#,
            "1:48: the schema has 'age' and 'address' here, which '$other' forbids"
        ),
        (
            #"{ "rules": { "users": { "$uid": { ".write": "newData.child('age').val() == 'old'" } } } }"#,
            "1:46: the schema has a number at users/$uid/age, and the rules have a string"
        ),
        (
            #"{ "rules": { "users": { ".write": "newData.child('owner').val() == auth.uid" } } }"#,
            "1:36: the schema has children at users/owner, and the rules have a string"
        ),
        (
            #"{ "rules": { "users": { "$uid": { "name": { ".indexOn": "first" } } } } }"#,
            "1:58: the schema has a string at users/$uid/name, and the rules have children"
        ),
        (
            #"{ "rules": { "users": { "$uid": { "name": { ".validate": "newData.isString() && true || newData.hasChildren(['first'])" } } } } }"#,
            "1:59: the schema has a string at users/$uid/name, and the rules have a string or children"
        ),
        (
            #"{ "rules": { "scores": { ".read": "data.child('locked').exists()" } } }"#,
            "1:36: the rules name scores/locked, where the schema has other keys"
        ),
        (
            #"{ "rules": { "users": { "$uid": { "name": { "first": { ".validate": true } } } } } }"#,
            "1:46: the schema has no 'first' here"
        ),
    ])
    func contradictionsAreReportedAndStay(rules: String, warning: String) throws {
        let source = SourceText(name: "rules.json", text: rules)
        var diagnostics = Diagnostics()
        let result = RulesRenderer.render(
            try CompiledSchema.compile(Self.schema), into: source, source: 0,
            reportingTo: &diagnostics)
        let text = String(decoding: try #require(result), as: UTF8.self)
        #expect(
            RulesFile.text(of: diagnostics, in: [source]).contains(
                "rules.json:\(warning.replacing(": ", with: ": warning: ", maxReplacements: 1))\n"))
        #expect(diagnostics.inDocumentOrder.count == 1)
        // Once more makes no difference.
        #expect(try merged(text).text == text)
    }

    @Test func conditionsThatImplyTheTypeAreEnough() throws {
        let rules = """
            { "rules": { "users": { ".validate": "newData.hasChildren()", "$uid": {
              ".validate": "newData.hasChildren(['name'])",
              "name": { ".validate": "newData.val() == 'ann' || newData.val() == 'ben'" },
              "age": { ".validate": "newData.isNumber() && newData.val() % 1 === 0 && newData.val() < 150" },
              "address": { ".validate": "newData.hasChildren(['city'])", "city": { ".validate": "newData.val().matches(/x/)" }, "$other": { ".validate": false } },
              "$other": { ".validate": "false" }
            } }, "scores": { ".indexOn": ["name", "points", "x"], ".validate": "newData.hasChildren()", "$year": {
              ".validate": "$year.matches(/^(0|-?[1-9][0-9]*)$/) && newData.hasChildren(['points', 'name'])",
              "points": { ".validate": "newData.val() % 1 == 0 && newData.isNumber()" },
              "name": { ".validate": "newData.isString()" }, "$other": { ".validate": false }
            } }, "$other": { ".validate": false } } }
            """
        let (text, warnings) = try merged(rules)
        #expect(TextDiff.lines(from: rules, to: text) == "")
        #expect(warnings == "")
    }

    @Test func inequalitiesDoNotImplyAType() throws {
        let (text, _) = try merged(
            #"{ "rules": { "users": { "$uid": { "name": { ".validate": "newData.val() != ''" } } } } }"#
        )
        #expect(text.contains(#""newData.isString() && newData.val() != ''""#))
    }

    @Test func commasAtTheEndsStay() throws {
        let (text, _) = try merged(
            """
            { "rules": {
              "users": {
                "$uid": { "name": { ".validate": "newData.isString()", }, },
              },
              "scores": { ".indexOn": ["points",], "$year": { "points": {}, }, }, // years
            } }
            """)
        #expect(
            text == """
                { "rules": {
                  "users": {
                    ".validate": "newData.hasChildren()",
                    "$uid": { ".validate": "newData.hasChildren()", "name": { ".validate": "newData.isString()", }, "age": { ".validate": "newData.isNumber() && newData.val() % 1 == 0" }, "address": { ".validate": "newData.hasChildren()", "city": { ".validate": "newData.isString()" } }, },
                  },
                  "scores": { ".indexOn": ["points", "name",], ".validate": "newData.hasChildren()", "$year": { ".validate": "newData.hasChildren() && $year.matches(/^(0|-?[1-9][0-9]*)$/)", "points": {
                    ".validate": "newData.isNumber() && newData.val() % 1 == 0"
                  }, "name": { ".validate": "newData.isString()" }, }, }, // years
                } }
                """)
    }

    @Test func stringsOfSeveralLinesStay() throws {
        let (text, _) = try merged(
            """
            { "rules": { "users": { "$uid": { "name": { ".validate": "
              newData.val().length > 0
                ||
                auth.token.admin == true
            " } } } } }
            """)
        #expect(text.contains("\"newData.isString() && (\n  newData.val().length > 0\n    ||"))
    }

    @Test func eachAdditionIsSaidWithItsPlace() throws {
        let rules = """
            { "rules": { "users": { "$uid": { "name": {}, "address": { "$other": { ".validate": false } } } }, "scores": {} } }
            """
        #expect(
            try additions(to: rules) == """
                users: added newData.hasChildren()
                users/$uid: added newData.hasChildren()
                users/$uid/name: added newData.isString()
                users/$uid/address: added newData.hasChildren()
                users/$uid/age: added newData.isNumber() && newData.val() % 1 == 0
                scores: added .indexOn ["points", "name"]
                scores: added newData.hasChildren()
                scores/$year: added newData.hasChildren() && $year.matches(/^(0|-?[1-9][0-9]*)$/)
                scores/$year/points: added newData.isNumber() && newData.val() % 1 == 0
                scores/$year/name: added newData.isString()

                """)
    }

    @Test func childrenOfUnknownTypesAreNoElements() throws {
        let schema = #"{ "a": { "theme": "Theme", "<key>": "Bool" } }"#
        let (text, _) = try merged(#"{ "rules": { "a": {} } }"#, schema: schema)
        #expect(text.contains(#""theme": { ".validate": true }"#))
        #expect(
            try merged(#"{ "rules": {} }"#, schema: schema).text
                .contains(#""theme": { ".validate": true }"#))
    }

    @Test func pathsOfAnyLengthAreNoTrouble() throws {
        let path = String(repeating: "a/", count: 300_000)
        let rules = "{ \"rules\": { \".write\": \"newData.child('\(path)').exists()\" } }"
        #expect(try merged(rules).text.contains("newData.isString()"))
    }

    @Test func newVariablesDifferFromThoseOnTheWay() throws {
        let (text, _) = try merged(
            #"{ "rules": { "a": { "$b": {} } } }"#,
            schema: #"{ "a": { "<x>": { "l": { "<b: Int>": { "m": { "<c>": "Int" } } } } } }"#)
        #expect(text.contains("\"$b2\""))
        #expect(text.contains("$b2.matches"))
    }

    private func additions(to rules: String) throws -> String {
        let source = SourceText(name: "rules.json", text: rules)
        var diagnostics = Diagnostics()
        let merged = RulesRenderer.merge(
            try CompiledSchema.compile(Self.schema), into: source, source: 0,
            reportingTo: &diagnostics)
        return try #require(merged).additions.map { "\($0)\n" }.joined()
    }

    private func merged(
        _ rules: String, schema: String = schema
    ) throws -> (text: String, warnings: String) {
        let source = SourceText(name: "rules.json", text: rules)
        var diagnostics = Diagnostics()
        let result = RulesRenderer.render(
            try CompiledSchema.compile(schema), into: source, source: 0, reportingTo: &diagnostics)
        let warnings = RulesFile.text(of: diagnostics, in: [source])
        let text = String(decoding: try #require(result, "\(warnings)"), as: UTF8.self)
        _ = try RulesFile.read(text)
        return (text, warnings)
    }
}
