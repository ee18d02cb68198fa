import Foundation
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseRules

@testable import RealtimeDatabaseServer

/// The rows that the page asks for.
@Suite(.serialized) struct RowTests {
    private func server(
        _ data: TreeValue?, rules: String? = nil, schema: String? = nil
    ) throws -> RealtimeDatabaseServer {
        var options = RealtimeDatabaseServer.Options()
        options.rules = try rules.map {
            try SecurityRules(utf8: Array($0.utf8), name: "rules.json")
        }
        guard let schema else {
            return try RealtimeDatabaseServer(engine: MemoryEngine(data), options: options)
        }
        let folder = try TemporaryFolder()
        try folder.write(schema, to: "schema.json")
        options.schemaFiles = [folder.url.appendingPathComponent("schema.json").path]
        return try RealtimeDatabaseServer(engine: MemoryEngine(data), options: options)
    }

    private func rows(
        _ server: RealtimeDatabaseServer, _ target: String, _ query: [String: String] = [:]
    ) async throws -> String {
        let parameters = query.merging(["auth": "owner"]) { first, _ in first }.map {
            "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        return try await server.get(
            "/.page/children\(target)?\(parameters.joined(separator: "&"))")
    }

    @Test func aRowHasAValueOrAPreview() async throws {
        let server = try server([
            "bool": true, "int": 9_007_199_254_740_993, "text": "<b>\"\u{202E}", "number": 0.5,
            "tree": ["a": ["x": 1], "b": "y", "c": 3, "d": 4, "e": 5],
        ])
        #expect(
            try await rows(server, "/.json") == """
                {"row":{"kind":"children","preview":[{"key":"bool","kind":"boolean","text":"true"},\
                {"key":"int","kind":"number","text":"9007199254740993"},\
                {"key":"number","kind":"number","text":"0.5"},\
                {"key":"text","kind":"string","text":"<b>\\"\u{202E}"},{}]},"rows":[\
                {"key":"bool","kind":"boolean","text":"true"},\
                {"key":"int","kind":"number","text":"9007199254740993"},\
                {"key":"number","kind":"number","text":"0.5"},\
                {"key":"text","kind":"string","text":"<b>\\"\u{202E}"},\
                {"key":"tree","kind":"children","preview":[{"key":"a"},\
                {"key":"b","kind":"string","text":"y"},{"key":"c","kind":"number","text":"3"},\
                {"key":"d","kind":"number","text":"4"},{}]}]}
                """)
        #expect(
            try await rows(server, "/bool.json")
                == #"{"row":{"key":"bool","kind":"boolean","text":"true"},"rows":[]}"#)
        #expect(
            try await rows(server, "/none.json")
                == #"{"row":{"key":"none","kind":"nothing"},"rows":[]}"#)
    }

    @Test func longTextsAreCut() async throws {
        let long = String(repeating: "é", count: 5_000_000)
        let server = try server(["a": .string(long)])
        let answer = try await rows(server, "/.json")
        #expect(answer.contains(#""size":10000000"#))
        #expect(answer.utf8.count < 1_500)
    }

    @Test func aPageOfManyChildrenIsSmall() async throws {
        let server = try server(nil)
        let children = (0..<100_000).map { String(format: "\"k%06d\":1", $0) }
        let written = try await server.request(
            "PUT", "/x.json?print=silent", "{\(children.joined(separator: ","))}")
        #expect(written.status == 204)
        let page = try await rows(
            server, "/x.json",
            ["orderBy": "\"$key\"", "startAfter": "\"k049999\"", "limitToFirst": "3"])
        let expected = (50_000..<50_003).map { #"{"key":"k0\#($0)","kind":"number","text":"1"}"# }
        #expect(page.hasSuffix("\"rows\":[\(expected.joined(separator: ","))]}"))
        // Without a limit, there is one.
        #expect(
            try await rows(server, "/x.json").components(separatedBy: "\"key\":\"k").count < 1_010)
    }

    @Test func namedChildrenAreRead() async throws {
        let server = try server(["a": 1, "b": 2, "c": 3])
        let answer = try await rows(server, "/.json", ["keys": #"["c","x","a","","a.b"]"#])
        #expect(
            answer.hasSuffix(
                #""rows":[{"key":"c","kind":"number","text":"3"},{"key":"a","kind":"number","text":"1"}]}"#
            ))
        for keys in ["", "{", "[1]", "\"a\"", "[[\"a\"]]"] {
            #expect(try await rows(server, "/.json", ["keys": keys]).contains("error"), "\(keys)")
        }
    }

    @Test func queriesAreThoseOfREST() async throws {
        let server = try server(["p": ["a": ["s": 2], "b": ["s": 1], "c": 7]])
        let query = ["orderBy": "\"s\"", "limitToLast": "2"]
        #expect(
            try await rows(server, "/p.json", query)
                == "{\n  \"error\" : \"Index not defined, add \\\".indexOn\\\": \\\"s\\\", for path "
                + "\\\"/p\\\", to the rules\"\n}\n")
        _ = try await server.request(
            "PUT", "/.settings/rules.json?auth=owner", #"{"rules":{"p":{".indexOn":"s"}}}"#)
        let answer = try await rows(server, "/p.json", query)
        let keys = answer.matches(of: /\{"key":"([a-c])"/).map { String($0.1) }
        #expect(keys.suffix(2) == ["b", "a"])
        #expect(try await rows(server, "/p.json", ["limitToLast": "2"]).contains("orderBy must be"))
    }

    // MARK: Rules

    private static let rules = """
        {"rules":{"open":{".read":true},"users":{"$id":{".read":"auth.uid === $id",".write":"auth.uid === $id"}}}}
        """

    @Test func aUserSeesWhatRulesAllow() async throws {
        let server = try server(
            ["open": 1, "users": ["ana": ["age": 40], "ben": ["age": 50]]], rules: Self.rules)
        let ana = ["auth_variable_override": #"{"uid":"ana"}"#]
        let root = try await rows(server, "/.json", ana)
        #expect(root.contains(#""row":{"kind":"hidden"},"refusal":"no .read rule at this place"#))
        #expect(root.contains(#"{"key":"open","kind":"number","text":"1"}"#))
        #expect(root.contains(#"{"key":"users","kind":"hidden"}"#))
        let users = try await rows(server, "/users.json", ana)
        #expect(users.contains(#""preview":[{"key":"age","kind":"number","text":"40"}]"#))
        #expect(users.contains(#"{"key":"ben","kind":"hidden"}"#))
        #expect(!users.contains("50"))
        let nobody = try await rows(server, "/users.json", ["auth_variable_override": "null"])
        #expect(!nobody.contains("40") && !nobody.contains("50"))
        // An order by value would tell about values.
        let ordered = ["orderBy": "\"$value\"", "limitToFirst": "9"].merging(ana) { first, _ in
            first
        }
        let indexed = try await server.request(
            "PUT", "/.settings/rules.json?auth=owner",
            #"{"rules":{"users":{".indexOn":".value","$id":{".read":"auth.uid === $id"}}}}"#)
        #expect(indexed.status == 200)
        #expect(try await rows(server, "/users.json", ordered).contains(#""rows":[]"#))
    }

    @Test func aRefusalIsExplainedToThePageOnly() async throws {
        let server = try server(["users": ["ana": 1]], rules: Self.rules)
        let target = "/users/ana.json?auth=owner&auth_variable_override=%7B%22uid%22:%22ben%22%7D"
        let denied = "{\n  \"error\" : \"Permission denied\"\n}\n"
        #expect(try await server.request("PUT", target, "1").body == denied)
        let explained = try await server.request(
            "PUT", target, "1", headers: ["X-Explain-Refusal": "true"])
        #expect(explained.status == 401 && explained.error == "Permission denied")
        #expect(explained.body.contains(#"auth.uid is \"ben\""#))
        let missing = try await server.request(
            "PUT", "/a.b.json", "1", headers: ["X-Explain-Refusal": "true"])
        #expect(missing.body == "{\n  \"error\" : \"Invalid path: Invalid token in path\"\n}\n")
    }

    // MARK: Schemas

    @Test func rowsHaveTypesOfTheSchema() async throws {
        let server = try server(
            ["rooms": ["r": ["name": 7, "x": 1]], "count": "many"],
            schema:
                #"{ "rooms": { "<id>": { "name": "String" } }, "count": { "$type": "Int", "$doc": "All." } }"#
        )
        #expect(
            try await rows(server, "/rooms/r.json") == """
                {"row":{"key":"r","kind":"children","preview":[{"key":"name","kind":"number",\
                "text":"7"},{"key":"x","kind":"number","text":"1"}],"type":"Room",\
                "swift":"Path().room(\\"r\\")"},"rows":[{"key":"name","kind":"number","text":"7",\
                "type":"String","swift":"Path().room(\\"r\\").name",\
                "misfit":"The schema says String, and this is a number."},{"key":"x",\
                "kind":"number","text":"1","misfit":"The schema has no 'x' here."}],\
                "childKeys":[{"key":"name","type":"String"}]}
                """)
        let root = try await rows(server, "/.json")
        #expect(
            root.contains(
                #""note":"All.","misfit":"The schema says Int, and this is a string.""#))
    }

    private static let tasks = """
        { "tasks": { "<id>": { "$type": "Task", "title": "String", "notes": "String?", "due": "Date",
          "done": "Bool", "size": "Int", "by": { "$type": "Person", "name": "String" } } } }
        """

    @Test func aRecordWithoutARequiredChildIsMarked() async throws {
        let whole: TreeValue = [
            "title": "A", "due": 1_700_000_000_000, "done": true, "size": 1, "by": ["name": "N"],
        ]
        let server = try server(
            [
                "tasks": [
                    "a": whole, "b": ["title": "B", "size": 1, "done": false, "by": ["x": 1]],
                ]
            ],
            schema: Self.tasks)
        let answer = try await rows(server, "/tasks.json")
        let misfits = answer.matches(of: /"misfit":"([^"]*)"/).map { String($0.1) }
        #expect(misfits == ["The schema requires 'due', which is missing."])
        #expect(
            try await rows(server, "/tasks/b.json").contains(
                #""misfit":"The schema requires 'name', which is missing.""#))
        let check = try await server.request(
            "POST", "/.page/check/tasks/c.json?auth=owner", #"{"title":"C","by":{"name":"N"}}"#)
        #expect(
            check.body == """
                [{"place":"/tasks/c","reason":"The schema requires 'due', 'done', 'size', which are missing."}]
                """)
    }

    @Test func previewsAreInTheOrderOfTheSchemaAndKnowTimes() async throws {
        let server = try server(
            [
                "tasks": [
                    "a": ["title": "A", "due": 1_700_000_000_000, "done": true, "size": 1, "0": 2]
                ]
            ],
            schema: Self.tasks)
        let answer = try await rows(server, "/tasks.json")
        let preview = try #require(answer.firstMatch(of: /"rows":\[.*?"preview":\[(.*?)\]/))
        #expect(
            preview.1 == """
                {"key":"title","kind":"string","text":"A"},\
                {"key":"due","kind":"number","text":"1700000000000","isTime":true},\
                {"key":"done","kind":"boolean","text":"true"},\
                {"key":"size","kind":"number","text":"1"},{}
                """)
        #expect(
            try await rows(server, "/tasks/a.json").contains(
                #"{"key":"due","kind":"number","text":"1700000000000","isTime":true,"#))
    }

    /// The page asks for what it suggests without the children.
    @Test func keysAreSuggestedForAPlaceThatIsNotOpen() async throws {
        let server = try server(["tasks": ["a": ["title": "A"]]], schema: Self.tasks)
        let answer = try await rows(server, "/tasks/a.json", ["keys": "[]"])
        #expect(answer.contains(#""rows":[]"#))
        #expect(answer.contains(#""childKeys":[{"key":"title","type":"String"}"#))
    }

    @Test func aValueIsCheckedBeforeItIsWritten() async throws {
        let server = try server(
            nil, schema: #"{ "rooms": { "<id>": { "name": "String", "size": "Int?" } } }"#)
        let check = { (target: String, body: String) in
            try await server.request("POST", "/.page/check\(target)?auth=owner", body)
        }
        #expect(try await check("/rooms/a/name.json", "\"x\"").body == "[]")
        #expect(try await check("/rooms/a/name.json", "null").body == "[]")
        #expect(
            try await check("/rooms.json", #"{"a":{"name":1,"size":0.5},"b":3}"#).body == """
                [{"place":"/rooms/a/name","reason":"The schema says String, and this is a number."},\
                {"place":"/rooms/a/size","reason":"The schema says Int?, and this is a fraction."},\
                {"place":"/rooms/b","reason":"The schema has children here, and this is a number."}]
                """)
        #expect(try await check("/rooms.json", "{").status == 400)
        #expect(try await server.request("POST", "/.page/check/rooms.json", "1").status == 401)
        #expect(
            try await server.request("PUT", "/.page/check/rooms.json?auth=owner", "1").status == 404
        )
        #expect(try await server.get("/.json") == "null")
    }

    @Test func aSchemaWithErrorsIsNotServed() throws {
        let error = try #require(throws: SchemaFileError.self) {
            try server(nil, schema: #"{ "a": 1 }"#)
        }
        #expect(error.description.contains("schema.json:1:8: error:"))
    }
}
