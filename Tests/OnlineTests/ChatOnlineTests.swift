import Foundation
import RealtimeDatabaseServer
import Testing

/// The chat, as people run it, against a server instead of a file.
@Suite struct ChatOnlineTests {
    @Test func whatIsSaidOnlineIsInTheLog() async throws {
        try await DevelopmentServer.run { server in
            #expect(try await chat(server, ["say", "Is", "anyone", "here?"]).output == "")
            #expect(try await chat(server, ["say", "Me!"]).output == "")
            let log = try await chat(server, ["log"])
            #expect(log.status == 0)
            #expect(log.output == "\(NSUserName()): Is anyone here?\n\(NSUserName()): Me!\n")
        }
    }

    @Test func watchingShowsWhatIsSaidElsewhere() async throws {
        try await DevelopmentServer.run { server in
            _ = try await chat(server, ["say", "first"])
            let watch = Process()
            watch.executableURL = try program
            watch.arguments = ["--firebase", server.url, "watch"]
            let pipe = Pipe()
            watch.standardOutput = pipe
            try watch.run()
            defer { watch.terminate() }
            let lines = Lines(pipe.fileHandleForReading)
            #expect(try await lines.next() == "\(NSUserName()): first")
            _ = try await chat(server, ["say", "second"])
            #expect(try await lines.next() == "\(NSUserName()): second")
        }
    }

    @Test func theTokenIsGivenToTheServerAndToNobodyElse() async throws {
        try await DevelopmentServer.run { server in
            _ = try await chat(server, ["--token", "token-1", "say", "Hi"])
            server.expire(token: "token-1")
            let refused = try await chat(server, ["--token", "token-1", "log"])
            #expect(refused.status == 1)
            #expect(
                refused.output == """
                    ChatExample: error: chatrooms/firechat/messages: Auth token is expired \
                    (the server doesn't accept the token)

                    """)
            let log = try await chat(server, ["--token", "token-2", "log"])
            #expect(log.output == "\(NSUserName()): Hi\n")
        }
    }

    @Test(arguments: [["--firebase"], [], ["--token"], ["shout"]])
    func whatCannotBeUnderstoodIsExplained(_ arguments: [String]) async throws {
        let (_, output) = try await Products.run(try program, arguments, in: temporaryFolder)
        #expect(output.hasPrefix("usage: ChatExample [--firebase <url> [--token <token>]] say"))
    }

    private var program: URL {
        get throws { try Products.folder.appendingPathComponent("ChatExample") }
    }

    private func chat(
        _ server: RealtimeDatabaseServer, _ arguments: [String]
    ) async throws -> (status: Int32, output: String) {
        try await Products.run(
            try program, ["--firebase", server.url] + arguments, in: temporaryFolder)
    }

    private var temporaryFolder: URL { FileManager.default.temporaryDirectory }
}

/// The lines that a program prints, as they come.
private final class Lines: @unchecked Sendable {
    // Unchecked: one line is waited for at a time.
    private let file: FileHandle
    private var rest = ""

    init(_ file: FileHandle) {
        self.file = file
    }

    func next() async throws -> String? {
        try await Products.onThread { self.wait() }
    }

    private func wait() -> String? {
        while true {
            if let end = rest.firstIndex(of: "\n") {
                defer { rest = String(rest[rest.index(after: end)...]) }
                return String(rest[..<end])
            }
            let data = file.availableData
            if data.isEmpty { return nil }
            rest += String(decoding: data, as: UTF8.self)
        }
    }
}
