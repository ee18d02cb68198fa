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

    @Test func rulesStayAndTypesAreAdded() throws {
        let differences = try Cases.differences("merged-rules.txt") { rules in
            let merge = try Merge(of: Self.schema, into: rules)
            let again = try Merge(of: Self.schema, into: merge.text)
            #expect(TextDiff.lines(from: merge.text, to: again.text) == "")
            #expect(again.additions == "")
            return merge.warnings + merge.text
        }
        #expect(differences == "")
    }

    @Test func eachAdditionIsSaidWithItsPlace() throws {
        let differences = try Cases.differences("rules-additions.txt") {
            try Merge(of: Self.schema, into: $0).additions
        }
        #expect(differences == "")
    }

    @Test(arguments: try Repository.schemas)
    func ownOutputStaysAsItIs(file: URL) throws {
        let schema = try CompiledSchema.compile(try String(contentsOf: file, encoding: .utf8))
        let rules = RulesRenderer.render(schema)
        let merge = try Merge(of: schema, into: rules)
        #expect(TextDiff.lines(from: rules, to: merge.text) == "")
        #expect(merge.warnings == "")
    }

    @Test(arguments: [#"{ "rules": { "a": {} } }"#, #"{ "rules": {} }"#])
    func childrenOfUnknownTypesAreNoElements(rules: String) throws {
        let schema = #"{ "a": { "theme": "Theme", "<key>": "Bool" } }"#
        let text = try Merge(of: schema, into: rules).text
        #expect(text.contains(#""theme": { ".validate": true }"#))
    }

    @Test(arguments: ["{}", #"{ ".validate": true }"#, #"{ ".validate": "true" }"#])
    func childrenBesideAVariableWithoutRulesAreChecked(other: String) throws {
        let rules =
            "{ \"rules\": { \"users\": { \"$uid\": { \"name\": {}, \"$other\": \(other) } } } }"
        let merge = try Merge(of: Self.schema, into: rules)
        #expect(merge.text.contains(#""age": { ".validate": "newData.isNumber()"#))
        #expect(merge.warnings.contains("the rules allow children with any key here"))
        #expect(!merge.warnings.contains("stands in the rules"))
        // Rules of a variable aren't those of a child beside it.
        let written = try Merge(
            of: Self.schema,
            into: #"{ "rules": { "users": { "$uid": { "$other": { ".write": true } } } } }"#)
        #expect(!written.text.contains(#""age""#))
    }

    @Test func anIndexDoesNotSwitchOffTheTypesBelow() throws {
        let rules =
            #"{ "rules": { "users": { "$uid": { ".indexOn": "x", "name": { ".indexOn": "y" } } } } }"#
        let merge = try Merge(of: Self.schema, into: rules)
        #expect(
            merge.text.contains(#""name": { ".indexOn": "y", ".validate": "newData.isString()" }"#))
        #expect(
            merge.warnings.contains(
                "the rules have an index of children here, and the schema a string"))
    }

    @Test func aWarningSaysWhatStaysUnchecked() throws {
        let schema = #"{ "a": { "count": "Int", "<id>": { "name": "String" } } }"#
        let rules = #"{ "rules": { "a": { "$id": { ".write": true } } } }"#
        let merge = try Merge(of: schema, into: rules)
        #expect(
            merge.warnings.contains(
                "note: no types are added for '$id' and all below, since 'count' would have to have "
                    + "them, too: give it rules beside '$id'"))
    }

    @Test func pathsOfAnyLengthAreNoTrouble() throws {
        let path = String(repeating: "a/", count: 300_000)
        let rules = "{ \"rules\": { \".write\": \"newData.child('\(path)').exists()\" } }"
        #expect(try Merge(of: Self.schema, into: rules).text.contains("newData.isString()"))
    }

    @Test func newVariablesDifferFromThoseOnTheWay() throws {
        let schema = #"{ "a": { "<x>": { "l": { "<b: Int>": { "m": { "<c>": "Int" } } } } } }"#
        let text = try Merge(of: schema, into: #"{ "rules": { "a": { "$b": {} } } }"#).text
        #expect(text.contains("\"$b2\""))
        #expect(text.contains("$b2.matches"))
    }
}
