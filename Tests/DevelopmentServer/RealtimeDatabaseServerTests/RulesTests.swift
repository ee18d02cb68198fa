import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite struct RulesTests {
    private static let administrator = ["Authorization": "Bearer owner"]

    private func server(isOpen: Bool, rules: String?) async throws -> RealtimeDatabaseServer {
        var options = RealtimeDatabaseServer.Options()
        options.isOpen = isOpen
        let server = try RealtimeDatabaseServer(
            engine: MemoryEngine(["a": ["b": 1], "c": 2]), options: options)
        if let rules {
            let answer = try await server.request(
                "PUT", "/.settings/rules.json", rules, headers: Self.administrator)
            #expect(answer.status == 200 && answer.body == #"{"status":"ok"}"#)
        }
        return server
    }

    static let rules = """
        {   // Comments are allowed: "here", too.
            "rules": {
                ".read": "auth != null",    /* and
                here */
                "a": { ".read": true, "b": { ".write": "true", ".read": false } },
                "users": { "$id": { ".write": "auth.uid === $id", "name": { ".write": false } } },
                "closed": { ".write": "auth == null && false" }
            }
        }
        """

    @Test(arguments: [
        ("GET", "/a.json", "", 200),
        ("GET", "/a/b.json", "", 200),  // What is allowed above is allowed below.
        ("GET", "/c.json", "", 401),
        ("GET", "/c.json", "auth=token", 200),
        ("GET", "/c.json", "access_token=owner", 200),
        ("GET", "/.json", "", 401),
        ("PUT", "/a.json", "", 401),
        ("PUT", "/a/b.json", "", 200),
        ("PUT", "/a.json", "auth=owner", 200),
        ("PUT", "/a.json", "auth=owner&auth_variable_override=null", 401),
        ("PUT", "/a.json", "auth=owner&auth_variable_override=%7B%22uid%22:%22x%22%7D", 401),
        ("PATCH", "/a.json", "", 200),  // Its only place is /a/b.
        ("PATCH", "/.json", "", 401),
        ("POST", "/a.json", "", 401),
        ("DELETE", "/a/b.json", "", 200),
    ])
    func rulesAreObeyed(method: String, path: String, query: String, status: Int) async throws {
        let server = try await server(isOpen: false, rules: Self.rules)
        let answer = try await server.request(method, "\(path)?\(query)", #"{"b":1}"#)
        #expect(answer.status == status)
        if status == 401 { #expect(answer.error == "Permission denied") }
    }

    @Test(arguments: [true, false])
    func conditionsThatAreNotUnderstoodAreAsTheServerWasStarted(isOpen: Bool) async throws {
        let server = try await server(isOpen: isOpen, rules: Self.rules)
        let answer = try await server.request("PUT", "/users/ana/name.json", "1")
        #expect(answer.status == (isOpen ? 200 : 401))
    }

    @Test func indexesAreDemanded() async throws {
        let rules = """
            { "rules": { ".read": true,
                "a": { ".indexOn": ["x", "y/z"] },
                "lists": { "$id": { ".indexOn": ".value" } } } }
            """
        let server = try await server(isOpen: false, rules: rules)
        for (query, status) in [
            ("/a.json?orderBy=%22x%22", 200),
            ("/a.json?orderBy=%22y/z%22", 200),
            ("/a.json?orderBy=%22z%22", 400),
            ("/a.json?orderBy=%22$key%22", 200),
            ("/lists/1.json?orderBy=%22$value%22", 200),
            ("/lists.json?orderBy=%22$value%22", 400),
            ("/lists/1/2.json?orderBy=%22$value%22", 400),
        ] {
            #expect(try await server.request("GET", query).status == status, "\(query)")
        }
    }

    @Test func onlyAdministratorsSeeRules() async throws {
        let server = try await server(isOpen: true, rules: nil)
        let address = "/.settings/rules.json"
        #expect(try await server.request("GET", address).status == 401)
        #expect(try await server.request("PUT", address, "{\"rules\":{}}").status == 401)
        let rules = try await server.request("GET", address, headers: Self.administrator)
        #expect(
            rules.body == """
                {
                  "rules" : {
                    ".read" : true,
                    ".write" : true
                  }
                }

                """)
    }

    @Test(arguments: [
        ("{\n  \"rules\": {\n    \"a\" 1\n}}", "Invalid rules at 3:9: expected a colon"),
        ("{}", "Invalid rules: there is no object \"rules\""),
        ("{\"rules\":1}", "Invalid rules: there is no object \"rules\""),
        ("/* ", "Invalid rules at 1:1: expected a value"),
        ("{\"rules\":{}} /* open", "Invalid rules at 1:14: more after the value"),
    ])
    func rulesThatAreNoneAreRefused(rules: String, error: String) async throws {
        let server = try await server(isOpen: true, rules: nil)
        let answer = try await server.request(
            "PUT", "/.settings/rules.json", rules, headers: Self.administrator)
        #expect(answer.status == 400)
        #expect(answer.error == error)
    }

    @Test func rulesAreKeptInTheirFile() async throws {
        let folder = try TemporaryFolder()
        var options = RealtimeDatabaseServer.Options()
        options.rulesFile = folder.url.appendingPathComponent("data.sqlite.rules.json").path
        do {
            let server = try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
            #expect(try await server.request("PUT", "/c.json", "1").status == 200)
            for rules in ["{\"rules\":{\".read\":true}}", Self.rules] {
                let answer = try await server.request(
                    "PUT", "/.settings/rules.json", rules, headers: Self.administrator)
                #expect(answer.status == 200)
            }
            await onThread { server.stop() }
        }
        let server = try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
        #expect(try await server.request("PUT", "/c.json", "1").status == 401)
        let kept = try await server.request(
            "GET", "/.settings/rules.json", headers: Self.administrator)
        #expect(kept.body == Self.rules)
    }

    @Test func rulesThatAreRefusedAreNotKept() async throws {
        let folder = try TemporaryFolder()
        var options = RealtimeDatabaseServer.Options()
        options.rulesFile = folder.url.appendingPathComponent("rules.json").path
        let server = try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
        let answer = try await server.request(
            "PUT", "/.settings/rules.json", "{}", headers: Self.administrator)
        #expect(answer.status == 400)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test func rulesThatCannotBeKeptDoNotHold() async throws {
        let folder = try TemporaryFolder()
        var options = RealtimeDatabaseServer.Options()
        options.rulesFile = folder.url.appendingPathComponent("missing/rules.json").path
        let server = try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
        let answer = try await server.request(
            "PUT", "/.settings/rules.json", Self.rules, headers: Self.administrator)
        #expect(answer.status == 500)
        #expect(answer.error?.hasPrefix("can't keep the rules in ") == true)
        #expect(try await server.request("PUT", "/c.json", "1").status == 200)
    }

    @Test(arguments: ["{}", "{ \"rules\": ", ""])
    func aServerDoesNotStartOpenWithAFileThatIsBroken(rules: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(rules, to: "rules.json")
        var options = RealtimeDatabaseServer.Options()
        options.rulesFile = folder.url.appendingPathComponent("rules.json").path
        let error = #expect(throws: RulesFileError.self) {
            try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
        }
        #expect(error?.description.contains("rules.json: Invalid rules") == true)
    }

    @Test func streamsThatNewRulesForbidAreCancelled() async throws {
        let server = try await server(isOpen: true, rules: nil)
        let stream = try await server.stream("/c.json")
        _ = await stream.events(1)
        _ = try await server.request(
            "PUT", "/.settings/rules.json", Self.rules, headers: Self.administrator)
        #expect(await stream.events(2).last == "event: cancel | data: null")
        #expect(await stream.receiveToEnd() == .end)
    }
}
