import TestSupport
import Testing

@testable import RealtimeDatabaseServer

/// The command `realtime-database-server`.
@Suite(.serialized) struct CommandTests {
    @Test func aFileKeepsDataAndRules() async throws {
        let folder = try TemporaryFolder()
        let rules = "/* Ours. */ {\"rules\":{\".read\":true}}"
        do {
            let (server, port) = try await start(in: folder)
            #expect(try await TestClient.request("PUT", "/a.json", "1", port: port).status == 200)
            #expect(
                try await TestClient.request(
                    "PUT", "/.settings/rules.json?auth=owner", rules, port: port
                ).status == 200)
            #expect(try await TestClient.request("PUT", "/a.json", "2", port: port).status == 401)
            server.kill()
            #expect(
                await server.remainingLines() == [
                    "refused PUT /a by nobody, at /a: no .write rule at this place or above it"
                ])
        }
        let (server, port) = try await start(in: folder)
        #expect(await server.nextLine() == "obeying the rules in data.sqlite.rules.json")
        #expect(try await TestClient.request("PUT", "/a.json", "2", port: port).status == 401)
        #expect(try await TestClient.request("GET", "/a.json", port: port).status == 200)
        #expect(try folder.read("data.sqlite.rules.json") == rules)
    }

    @Test func brokenRulesAreNotIgnored() async throws {
        let folder = try TemporaryFolder()
        try folder.write("{", to: "data.sqlite.rules.json")
        let server = try RunningProgram(
            Products.program("realtime-database-server"), ["--port", "0", "--file", "data.sqlite"],
            in: folder.url)
        let lines = await server.remainingLines()
        #expect(
            lines == [
                "realtime-database-server: error: can't use the rules in data.sqlite.rules.json:",
                "1:2: expected '}' before the end of the file",
            ])
    }

    @Test func rulesOfAFileAreObeyed() async throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{ "rules": { ".write": "auth.uid == 'ana'" } }"#, to: "rules.json")
        let (server, port) = try await start(["--rules", "rules.json"], in: folder)
        #expect(await server.nextLine() == "obeying the rules in rules.json")
        let ana = IDToken.make(uid: "ana", claims: [])
        for (query, status) in [("", 401), ("?auth=\(ana)", 200)] {
            let answer = try await TestClient.request("PUT", "/a.json\(query)", "1", port: port)
            #expect(answer.status == status)
        }
        server.kill()
    }

    @Test func brokenRulesAreNotServed() async throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{ "rules": { ".read": "auth.uid" } }"#, to: "rules.json")
        for (file, reason) in [
            ("rules.json", "can't use the rules in rules.json:"),
            ("missing.json", "there are no rules in missing.json"),
        ] {
            let server = try RunningProgram(
                Products.program("realtime-database-server"), ["--port", "0", "--rules", file],
                in: folder.url)
            let lines = await server.remainingLines()
            #expect(lines.first == "realtime-database-server: error: \(reason)")
        }
    }

    @Test func tokensArePrinted() async throws {
        let folder = try TemporaryFolder()
        let program = try RunningProgram(
            Products.program("realtime-database-server"),
            ["token", "ana", "--claim", "admin=true", "--claim", "role=editor"], in: folder.url)
        let token = try #require(await program.nextLine())
        let claims = IDToken.claims(of: token)
        #expect(
            claims?.description
                == #"{"admin": true, "role": "editor", "sub": "ana", "user_id": "ana"}"#)
    }

    /// Above all, a typing error neither makes a file nor opens a database to all.
    @Test(arguments: [
        ("--file= --deny", "--file needs a value after '='"),
        ("--file --deny", "--file needs a value before '--deny'; if that is one: --file=--deny"),
        ("--rules --open", "--rules needs a value before '--open'; if that is one: --rules=--open"),
        ("--port= 19134", "--port needs a value after '='"),
        ("--port", "--port needs a value"),
        ("--deny=", "--deny takes no value"),
        ("--deny=no --file x", "--deny takes no value"),
        ("--open -- --deny", "there is no option '--'; --help lists those there are"),
        ("--file - --deny", "--file is the name of a file, not '-'"),
        ("9000", "'9000' is no option; --help lists those there are"),
        ("token ana --claim= admin=true", "--claim needs a value after '='"),
        ("token --claim admin=true", "token needs the ID of a user"),
        ("token ana ben", "token is for one user, not for 'ben' too"),
    ])
    func wordsThatAreNoOptionsAreErrors(words: String, message: String) async throws {
        let folder = try TemporaryFolder()
        let server = try RunningProgram(
            Products.program("realtime-database-server"),
            words.split(separator: " ").map(String.init), in: folder.url)
        #expect(await server.nextLine() == "realtime-database-server: error: \(message)")
        server.kill()
        #expect(try folder.names == [])
    }

    private func start(
        _ arguments: [String] = ["--file", "data.sqlite"], in folder: TemporaryFolder
    ) async throws -> (RunningProgram, port: Int) {
        let server = try RunningProgram(
            Products.program("realtime-database-server"), ["--port", "0"] + arguments,
            in: folder.url)
        let line = try #require(await server.nextLine())
        return (server, try #require(line.split(separator: ":").last.flatMap { Int($0) }))
    }
}
