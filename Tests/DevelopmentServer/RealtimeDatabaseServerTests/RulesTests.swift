import Foundation
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseRules

@testable import RealtimeDatabaseServer

@Suite struct RulesTests {
    private static let administrator = ["Authorization": "Bearer owner"]

    private func server(isOpen: Bool, rules: String?) async throws -> RealtimeDatabaseServer {
        var options = RealtimeDatabaseServer.Options()
        options.isOpen = isOpen
        let server = try RealtimeDatabaseServer(
            engine: MemoryEngine(["a": ["b": 1], "c": 2, "open": 1]), options: options)
        if let rules {
            let answer = try await server.request(
                "PUT", "/.settings/rules.json", rules, headers: Self.administrator)
            #expect(answer.status == 200 && answer.body == #"{"status":"ok"}"#)
        }
        return server
    }

    static let ana = IDToken.make(uid: "ana", claims: [])

    static let rules = """
        {   // Comments are allowed: "here", too.
            "rules": {
                ".read": "auth != null",    /* and
                here */
                "a": { ".read": true, "b": { ".write": "true", ".read": false } },
                "users": { "$id": { ".write": "auth.uid === $id", "name": { ".write": false } } },
                "closed": { ".write": "auth == null && false" },
                "numbers": { ".write": true, "$n": { ".validate": "newData.isNumber()" } },
                "now": { ".write": true, ".validate": "newData.val() == now" },
                "counter": { ".write": "newData.val() == 1" }
            }
        }
        """

    @Test(arguments: [
        ("GET", "/a.json", "", 200),
        ("GET", "/a/b.json", "", 200),  // What is allowed above is allowed below.
        ("GET", "/c.json", "", 401),
        ("GET", "/c.json", "auth=\(ana)", 200),
        ("GET", "/c.json", "auth=owner&auth_variable_override=%7B%22uid%22:%22x%22%7D", 200),
        ("PUT", "/users/ana.json", "auth=\(ana)", 200),
        ("PUT", "/users/ana/name.json", "auth=\(ana)", 200),
        ("PUT", "/users/ben.json", "auth=\(ana)", 401),
        ("PUT", "/users/ana.json", "", 401),
        ("PUT", "/numbers.json", "", 200),
        ("PUT", "/now.json", "", 401),
        ("DELETE", "/numbers/b.json", "", 200),
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

    @Test(arguments: [
        ("/numbers.json", #"{"b":"text"}"#, 401), ("/numbers/a.json", "1", 200),
        ("/numbers.json", "null", 200), ("/now.json", #"{".sv":"timestamp"}"#, 200),
        ("/now.json", "1", 401), ("/counter.json", #"{".sv":{"increment":1}}"#, 200),
        ("/counter.json", #"{".sv":{"increment":2}}"#, 401),
    ])
    func newDataAreValidated(path: String, body: String, status: Int) async throws {
        let server = try await server(isOpen: false, rules: Self.rules)
        #expect(try await server.request("PUT", path, body).status == status)
    }

    @Test(arguments: [
        "token", "a.b.c", "..", "\(ana)x.y", "bm8.bm8.", "eyJhbGciOiJub25lIn0.e30.",
    ])
    func tokensThatAreNoneAreRefused(token: String) async throws {
        let server = try await server(isOpen: true, rules: nil)
        for answer in [
            try await server.request("GET", "/c.json?auth=\(token)"),
            try await server.request(
                "GET", "/c.json", headers: ["Authorization": "Bearer \(token)"]),
        ] {
            #expect(answer.status == 401)
            #expect(answer.error == "Could not parse auth token.")
        }
    }

    @Test func claimsAreMembersOfAuth() async throws {
        let rules = """
            { "rules": { ".read":
                "auth.token.admin === true && auth.uid == 'ana' && auth.provider == 'custom'" } }
            """
        let server = try await server(isOpen: false, rules: rules)
        let token = IDToken.make(uid: "ana", claims: [("admin", true)])
        #expect(try await server.request("GET", "/c.json?auth=\(token)").status == 200)
        #expect(try await server.request("GET", "/c.json?auth=\(Self.ana)").status == 401)
    }

    @Test func aConditionalWriteNeedsToRead() async throws {
        let rules = #"{ "rules": { ".write": true, "a": { ".read": true } } }"#
        let server = try await server(isOpen: false, rules: rules)
        let stale = ["if-match": "stale"]
        #expect(try await server.request("PUT", "/a.json", "1", headers: stale).status == 412)
        #expect(try await server.request("PUT", "/c.json", "1", headers: stale).status == 401)
    }

    @Test func refusalsAreLogged() async throws {
        let lines = Locked<[String]>([])
        var options = RealtimeDatabaseServer.Options()
        options.rules = try SecurityRules(Self.rules)
        options.log = { line in lines.withLock { $0.append(line) } }
        let server = try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
        _ = try await server.request("PUT", "/users/ben.json?auth=\(Self.ana)", "1")
        #expect(
            lines.withLock { $0 } == [
                """
                refused PUT /users/ben by "ana", at /users/ben: .write of /users/$id is false: \
                auth.uid === $id
                  auth is {"provider": "custom", "token": {…}, "uid": "ana"}
                  auth.uid is "ana"
                  $id is "ben"
                """
            ])
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
        ("{\n  \"rules\": {\n    \"a\" 1\n}}", "3:9: expected ':' after the key, found '1'"),
        ("{}", "1:2: Expected 'rules' property."),
        ("{\"rules\":1}", "1:10: expected an object with rules, found a number"),
        (
            #"{"rules":{".read":"newData.exists()","a":{".write":"data.child(\"x\").isArray()"}}}"#,
            "1:20: Unknown variable 'newData'.\n1:53: No such method/property 'isArray'."
        ),
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
        #expect(error?.description.contains("can't use the rules in ") == true)
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

    @Test func aDryRunChangesNothing() async throws {
        let server = try await server(isOpen: true, rules: nil)
        for (rules, status) in [(Self.rules, 200), ("{}", 400)] {
            let answer = try await server.request(
                "PUT", "/.settings/rules.json?dryRun=true", rules, headers: Self.administrator)
            #expect(answer.status == status)
        }
        #expect(try await server.request("PUT", "/c.json", "1").status == 200)
    }

    @Test func aWatchedFileIsReadAgain() async throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{ "rules": { ".read": true } }"#, to: "rules.json")
        let lines = Locked<[String]>([])
        var options = RealtimeDatabaseServer.Options()
        options.watchedRulesFile = folder.path("rules.json")
        options.log = { line in lines.withLock { $0.append(line) } }
        let server = try RealtimeDatabaseServer(engine: MemoryEngine(["c": 1]), options: options)
        let stream = try await server.stream("/c.json")
        _ = await stream.events(1)
        try folder.write(#"{ "rules": { ".read": "x" } }"#, to: "rules.json")
        let isReported = try await eventually { lines.withLock { !$0.isEmpty } }
        #expect(isReported)
        #expect(lines.withLock { $0[0].hasSuffix("rules.json:\n1:24: Unknown variable 'x'.") })
        #expect(try await server.request("GET", "/c.json").status == 200)
        try folder.write(Self.rules, to: "rules.json")
        #expect(await stream.events(2).last == "event: cancel | data: null")
        #expect(try await server.request("GET", "/c.json").status == 401)
    }
}
