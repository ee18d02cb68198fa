import Foundation
import PathSchema
import SecurityRules
import TestSupport
import Testing

/// Rules that are made of schemas, run on data.
@Suite struct SchemaRulesTests {
    @Test func schemasBecomeRules() throws {
        let differences = try Cases.differences("written-rules.txt") {
            RulesRenderer.render(try CompiledSchema.compile($0))
        }
        #expect(differences == "")
    }

    @Test(arguments: try Repository.schemas)
    func goodDataPassesAndBadDataDoesNot(file: URL) throws {
        let schema = try CompiledSchema.compile(try String(contentsOf: file, encoding: .utf8))
        let check = try RulesCheck(RulesRenderer.render(schema))
        let sample = SampleData(schema)
        #expect(!check.refuses(sample.good))
        #expect(sample.bad.count > 5)
        for (change, data) in sample.bad {
            #expect(check.refuses(data), "\(change)")
        }
    }

    /// `é` as one character, and as `e` with an accent.
    @Test func keysOfDataAreComparedByTheirBytes() throws {
        let schema = try CompiledSchema.compile(#"{ "\u00e9": "Int" }"#)
        var check = RulesRenderer.check(of: schema)
        check.begin()
        check.enter("\u{e9}")
        check.note(.integer)
        check.enter("e\u{301}")
        check.note(.integer)
        check.end()
        #expect(check.refusals.map(\.place) == [["e\u{301}"]])
        #expect(RulesStep.key("\u{e9}") != .key("e\u{301}"))
    }

    @Test(arguments: try Repository.schemas)
    func rulesAreJSONWithOnlyWhatTheServiceKnows(file: URL) throws {
        let schema = try CompiledSchema.compile(try String(contentsOf: file, encoding: .utf8))
        let rules = RulesRenderer.render(schema)
        let json = try JSONSerialization.jsonObject(with: Data(rules.utf8))
        #expect(json is [String: Any])
        // The reader of rules refuses all other keys.
        try check(try RulesFile.read(rules), below: [])
    }

    /// Checks the conditions, and that no variable is on the way already.
    private func check(_ node: RulesNode, below variables: [String]) throws {
        if let condition = node.validate?.expression { check(condition) }
        for child in node.children {
            #expect(!variables.contains(child.key.text))
            try check(child.node, below: variables + (child.isVariable ? [child.key.text] : []))
        }
    }

    private func check(_ condition: RulesExpression) {
        switch condition {
        case .name(let name): #expect(name == "newData" || name.hasPrefix("$"))
        case .call(_, let method, _):
            let methods = ["isString", "isNumber", "isBoolean", "hasChildren", "val", "matches"]
            #expect(methods.contains(method))
        default: break
        }
        for part in condition.parts { check(part) }
    }

    @Test func aScalarAtTheRootIsRefused() throws {
        let schema = try CompiledSchema.compile(#"{ "a": "Int", "b": "String?" }"#)
        let check = try RulesCheck(RulesRenderer.render(schema))
        #expect(check.refuses("text"))
        #expect(!check.refuses(.null, over: ["a": 1]))
        #expect(!check.refuses(["b": "x"]))
    }

    @Test func anIndexOnAnUnlistedFieldOpensOnlyThatField() throws {
        let schema = try CompiledSchema.compile(
            #"{ "users": { "$index": ["state"], "<id>": { "$type": "User", "name": "String" } } }"#)
        let check = try RulesCheck(RulesRenderer.render(schema))
        #expect(!check.refuses(["users": ["ana": ["name": "Ana", "state": 1]]]))
        #expect(!check.refuses(["users": ["ana": ["name": "Ana", "state": ["x": 1]]]]))
        #expect(check.refuses(["users": ["ana": ["name": "Ana", "other": 1]]]))
    }

    @Test func oneFieldOfARecordCanBeWritten() throws {
        let schema = try CompiledSchema.compile(
            #"{ "users": { "<userId>": { "$type": "User", "name": "String", "age": "Int" } } }"#)
        let check = try WriteCheck(
            RulesRenderer.render(schema).replacingOccurrences(
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
}
