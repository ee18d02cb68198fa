import Foundation
import PathSchema
import SecurityRules
import TestSupport
import Testing

/// Rules that are made of schemas, run on data.
@Suite struct SchemaRulesTests {
    private func schema(_ file: URL) throws -> Schema {
        try CompiledSchema.compile(try String(contentsOf: file, encoding: .utf8))
    }

    @Test(arguments: try Repository.schemas)
    func goodDataPasses(file: URL) throws {
        let schema = try schema(file)
        let check = try RulesCheck(RulesRenderer.render(schema))
        #expect(check.refusals(of: SampleData(schema).good) == [])
    }

    @Test(arguments: try Repository.schemas)
    func badDataDoesNot(file: URL) throws {
        let schema = try schema(file)
        let check = try RulesCheck(RulesRenderer.render(schema))
        let sample = SampleData(schema)
        #expect(sample.bad.count > 5)
        for (change, data) in sample.bad {
            #expect(check.refusals(of: data) != [], "\(change)")
        }
    }

    @Test(arguments: try Repository.schemas)
    func rulesAreJSONWithOnlyWhatTheServiceKnows(file: URL) throws {
        let rules = RulesRenderer.render(try schema(file))
        let json = try JSONSerialization.jsonObject(with: Data(rules.utf8))
        #expect(json is [String: Any])
        // The reader of rules refuses all other keys, and variables that are on the way already.
        let node = try RulesFile.read(rules)
        for variables in node.chainsOfVariables() {
            #expect(Set(variables).count == variables.count)
        }
        for expression in node.expressions() {
            #expect(expression.names.allSatisfy { $0 == "newData" || $0.hasPrefix("$") })
            #expect(
                expression.methods.isSubset(of: [
                    "isString", "isNumber", "isBoolean", "hasChildren", "val", "matches",
                ]))
        }
    }

    @Test func rulesAreWrittenInTheOrderOfTheSchema() throws {
        let schema = try CompiledSchema.compile(
            """
            {
              "players": {
                "$index": ["score"],
                "<playerId>": { "$type": "Player", "name": "String", "score": "Int", "tags": "[String]" }
              },
              "seasons": { "<year: Int>": { "<month: Int>": "Double" } },
              "flags": { "beta": "Bool", "<flag>": "Bool" },
              "theme": "Theme",
              "comments": { "<id>": { "$name": "Comment", "text": "String", "replies": { "<id>": "Comment" } } }
            }
            """)
        #expect(
            RulesRenderer.render(schema) == """
                {
                  "rules": {
                    "players": {
                      ".indexOn": ["score"],
                      ".validate": "newData.hasChildren()",
                      "$playerId": {
                        ".validate": "newData.hasChildren()",
                        "name": { ".validate": "newData.isString()" },
                        "score": { ".validate": "newData.isNumber() && newData.val() % 1 == 0" },
                        "tags": {
                          ".validate": "newData.hasChildren()",
                          "$index": { ".validate": "newData.isString() && $index.matches(/^(0|-?[1-9][0-9]*)$/)" }
                        },
                        "$other": { ".validate": false }
                      }
                    },
                    "seasons": {
                      ".validate": "newData.hasChildren()",
                      "$year": {
                        ".validate": "newData.hasChildren() && $year.matches(/^(0|-?[1-9][0-9]*)$/)",
                        "$month": { ".validate": "newData.isNumber() && $month.matches(/^(0|-?[1-9][0-9]*)$/)" }
                      }
                    },
                    "flags": {
                      ".validate": "newData.hasChildren()",
                      "beta": { ".validate": "newData.isBoolean()" },
                      "$flag": { ".validate": "newData.isBoolean()" }
                    },
                    "theme": { ".validate": true },
                    "comments": {
                      ".validate": "newData.hasChildren()",
                      "$id": {
                        ".validate": "newData.hasChildren()",
                        "text": { ".validate": "newData.isString()" },
                        "replies": {
                          ".validate": "newData.hasChildren()",
                          "$id2": { ".validate": true }
                        },
                        "$other": { ".validate": false }
                      }
                    },
                    "$other": { ".validate": false }
                  }
                }

                """)
    }
}

extension RulesNode {
    /// The variables on the way to each place.
    func chainsOfVariables(below chain: [String] = []) -> [[String]] {
        children.flatMap { child in
            child.node.chainsOfVariables(
                below: child.isVariable ? chain + [child.key.text] : chain)
        } + [chain]
    }

    func expressions() -> [RulesExpression] {
        (validate.map { [$0.expression] } ?? []) + children.flatMap { $0.node.expressions() }
    }
}

extension RulesExpression {
    var names: Set<String> { fold { if case .name(let name) = $0 { name } else { nil } } }
    var methods: Set<String> { fold { if case .call(_, let name, _) = $0 { name } else { nil } } }

    private func fold(_ body: (RulesExpression) -> String?) -> Set<String> {
        let parts: [RulesExpression] =
            switch self {
            case .call(let base, _, let arguments): [base] + arguments
            case .binary(let left, _, let right): [left, right]
            case .not(let operand), .negative(let operand), .member(let operand, _): [operand]
            default: []
            }
        return parts.reduce(into: Set(body(self).map { [$0] } ?? [])) {
            $0.formUnion($1.fold(body))
        }
    }
}
