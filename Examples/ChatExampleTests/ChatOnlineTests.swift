import Foundation
import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase

/// The chat, as people run it, against a server instead of a file.
@Suite struct ChatOnlineTests {
    @Test func onlineMessagesAreInTheLog() async throws {
        try await withServer { server in
            #expect(try await chat(server, ["say", "Is", "anyone", "here?"]).output == "")
            #expect(try await chat(server, ["say", "Me!"]).output == "")
            let log = try await chat(server, ["log"])
            #expect(log.status == 0)
            #expect(log.output == "\(NSUserName()): Is anyone here?\n\(NSUserName()): Me!\n")
        }
    }

    @Test(.timeLimit(.minutes(5))) func watchingShowsWhatIsSaidElsewhere() async throws {
        try await withServer { server in
            _ = try await chat(server, ["say", "first"])
            let watch = try RunningProgram(
                Products.program("ChatExample"), ["--firebase", server.url, "watch"])
            defer { watch.kill() }
            #expect(await watch.nextLine() == "\(NSUserName()): first")
            _ = try await chat(server, ["say", "second"])
            #expect(await watch.nextLine() == "\(NSUserName()): second")
        }
    }

    @Test func theTokenIsGivenToTheServerAndToNobodyElse() async throws {
        try await withServer { server in
            _ = try await chat(server, ["--token", "token-1", "say", "Hi"])
            server.expire(token: "token-1")
            let refused = try await chat(server, ["--token", "token-1", "log"])
            #expect(refused.status == 1)
            #expect(
                refused.errors == """
                    ChatExample: error: chatrooms/firechat/messages: Auth token is expired \
                    (the server doesn't accept the token)

                    """)
            let log = try await chat(server, ["--token", "token-2", "log"])
            #expect(log.output == "\(NSUserName()): Hi\n")
        }
    }

    @Test(arguments: [["--firebase"], [], ["--token"], ["shout"]])
    func invalidArgumentsPrintTheUsage(_ arguments: [String]) async throws {
        let run = try await Subprocess.run(Products.program("ChatExample"), arguments)
        #expect(run.output.hasPrefix("usage: ChatExample [--firebase <url> [--token <token>] ["))
    }

    /// Runs a test beside a development server, and stops the server after it.
    private func withServer(_ body: (RealtimeDatabaseServer) async throws -> Void) async throws {
        var options = RealtimeDatabaseServer.Options()
        options.acceptsOpaqueTokens = true
        let server = try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
        defer { Task { await onThread { server.stop() } } }
        try await body(server)
    }

    private func chat(
        _ server: RealtimeDatabaseServer, _ arguments: [String]
    ) async throws -> Subprocess {
        try await Subprocess.run(
            Products.program("ChatExample"), ["--firebase", server.url] + arguments)
    }
}
