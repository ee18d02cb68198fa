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
            #expect(await server.remainingLines() == [])
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
                "realtime-database-server: error: can't use the rules in data.sqlite.rules.json: "
                    + "Invalid rules at 1:2: expected a string"
            ])
    }

    private func start(in folder: TemporaryFolder) async throws -> (RunningProgram, port: Int) {
        let server = try RunningProgram(
            Products.program("realtime-database-server"), ["--port", "0", "--file", "data.sqlite"],
            in: folder.url)
        let line = try #require(await server.nextLine())
        return (server, try #require(line.split(separator: ":").last.flatMap { Int($0) }))
    }
}
