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
        #expect(!check.refuses(SampleData(schema).good))
    }

    @Test(arguments: try Repository.schemas)
    func badDataDoesNot(file: URL) throws {
        let schema = try schema(file)
        let check = try RulesCheck(RulesRenderer.render(schema))
        let sample = SampleData(schema)
        #expect(sample.bad.count > 5)
        for (change, data) in sample.bad {
            #expect(check.refuses(data), "\(change)")
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
                        ".validate": "newData.hasChildren(['name', 'score'])",
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

/// Required and forbidden children in rules.
@Suite struct RequiredChildrenTests {
    @Test func modelsNeedTheirChildrenThatAreNotOptional() throws {
        let rules = try Self.rules(
            """
            {
              "users": {
                "<userId>": {
                  "$type": "User", "name": "String", "nick": "String?", "joined": "Date", "tags": "[String]",
                  "theme": "Theme", "friends": { "<friendId>": "Bool" },
                  "address": { "$type": "Address", "city": "String", "zip": "String?" },
                  "team": { "$type": "Team?", "name": "String" },
                  "links": { "$type": "Links", "web": "URL?" }
                }
              }
            }
            """)
        let users = try #require(rules["users"]?.wildcard?.node)
        #expect(
            users.validate?.expression.description
                == "newData.hasChildren(['name', 'joined', 'address'])")
        #expect(
            users["address"]?.validate?.expression.description == "newData.hasChildren(['city'])")
    }

    @Test func branchesThatAreNoModelsNeedNothing() throws {
        let rules = try Self.rules(#"{ "rooms": { "<roomId>": { "name": "String" } } }"#)
        #expect(
            rules["rooms"]?.wildcard?.node.validate?.expression.description
                == "newData.hasChildren()")
    }

    @Test func oneFieldOfARecordCanBeWritten() throws {
        let check = try WriteCheck(
            RulesRenderer.render(
                try CompiledSchema.compile(
                    #"{ "users": { "<userId>": { "$type": "User", "name": "String", "age": "Int" } } }"#
                )
            ).replacingOccurrences(
                of: "{\n  \"rules\": {", with: "{ \"rules\": { \".write\": true,"))
        let users: RulesData = ["users": ["ana": ["name": "Ana", "age": 30]]]
        func refusal(_ path: [String], _ value: RulesData) -> WriteCheck.Refusal? {
            check.refusal(of: RandomWrite(auth: .null, root: users, updates: [(path, value)]))
        }
        #expect(refusal(["users", "ana", "age"], 31) == nil)
        #expect(refusal(["users", "ana", "age"], nil) == .validate(["users", "ana"]))
        #expect(refusal(["users", "ben", "age"], 31) == .validate(["users", "ben"]))
        #expect(refusal(["users", "ben"], ["age": 31, "name": "Ben"]) == nil)
        #expect(refusal(["users", "ana"], nil) == nil)
    }

    @Test func childrenThatAnIndexNamesAreAllowed() throws {
        let rules = try Self.rules(
            """
            { "players": { "$index": ["score", "team/name", "name"],
              "<playerId>": { "$type": "Player", "name": "String", "team": { "$type": "Team", "city": "String" } } } }
            """)
        let player = try #require(rules["players"]?.wildcard?.node)
        #expect(player.wildcard == nil)
        #expect(player["team"]?.wildcard == nil)
    }

    @Test func theVariableThatForbidsOthersIsItsOwn() throws {
        let rules = try Self.rules(#"{ "a": { "<other>": { "b": "Int" } } }"#)
        #expect(rules["a"]?.wildcard?.key.text == "$other")
        #expect(rules["a"]?.wildcard?.node.wildcard?.key.text == "$other2")
    }

    private static func rules(_ schema: String) throws -> RulesNode {
        try RulesFile.read(RulesRenderer.render(try CompiledSchema.compile(schema)))
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
