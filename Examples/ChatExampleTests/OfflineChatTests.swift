import Foundation
import TestSupport
import Testing

/// Two chats with `--offline`, each with a file of its own, and a server that comes and goes.
@Suite(.serialized, .timeLimit(.minutes(10))) struct OfflineChatTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            {
              "rules": {
                ".read": true,
                "chatrooms": {
                  "$chatroom": {
                    "messages": {
                      "$message": {
                        ".write": true,
                        ".validate": "newData.child('text').val() != 'spam'"
                      }
                    }
                  }
                }
              }
            }
            """, to: "rules.json")
    }

    @Test func messagesAreKeptUntilTheServerIsBack() async throws {
        // A port at which nothing answers for now.
        let port = try await startServer().kill()
        let ana = try Window("ana", port, folder)
        let ben = try Window("ben", port, folder)
        for text in ["One", "spam", "Two"] { try ana.type(text) }
        for text in ["One", "spam", "Two"] { #expect(await ana.shows("\(text) (pending)")) }

        var server = try await startServer(at: port)
        for window in [ana, ben] {
            for text in ["One", "Two"] { #expect(await window.shows(text)) }
        }
        #expect(await ana.shows(Self.refusal))

        server.kill()
        // A message is kept once the next one is taken, which may be kept as well.
        for text in ["Three", "lost?"] { try ana.type(text) }
        #expect(await ana.shows("lost? (pending)"))
        await ana.kill()
        let second = try Window("ana", port, folder)
        // As the cache has it, which the refused message has left.
        for text in ["One", "Two", "Three (pending)"] { #expect(await second.shows(text)) }
        server = try await startServer(at: port)
        for window in [second, ben] { #expect(await window.shows("Three")) }
        try ben.type("Four")
        for window in [second, ben] { #expect(await window.shows("Four")) }

        for window in [second, ben] { #expect(try await window.end() == 0) }
        #expect(ana.messages.filter { $0.contains("spam") } == ["spam (pending)", Self.refusal])
        let certain = second.messages.filter { !$0.hasPrefix("lost?") }
        #expect(certain.sorted() == ["Four", "One", "Three", "Three (pending)", "Two"])
        let others = ben.messages.filter { $0 != "lost?" }
        #expect(others == ["One", "Two", "Three", "Four (pending)", "Four"])
        server.kill()
    }

    @Test func theEndSaysWhatIsPending() async throws {
        let port = try await startServer().kill()
        let ana = try Window("ana", port, folder)
        try ana.type("One")
        try ana.type("spam")
        #expect(try await ana.end() == 0)
        #expect(ana.notes.last == "(pending: 2, for the next run)")

        let say = try await say("Two", port)
        #expect(say.status == 0)
        #expect(say.output == "(pending: 3, for the next run)\n")

        let server = try await startServer(at: port)
        let second = try Window("ana", port, folder)
        for text in ["One", Self.refusal, "Two"] { #expect(await second.shows(text)) }
        #expect(try await second.end() == 0)
        server.kill()
    }

    @Test(arguments: [
        "--offline ana.offline chat", "--firebase", "--firebase http://127.0.0.1:1 --offline",
        "--firebase http://127.0.0.1:1 --offline --token x chat",
        "--firebase=http://127.0.0.1:1 chat", "--file x chat", "--help",
    ])
    func wrongOptionsMakeNoFile(words: String) async throws {
        let run = try await Subprocess.run(
            Products.program("ChatExample"), words.split(separator: " ").map(String.init),
            in: folder.url)
        #expect(run.output.hasPrefix("usage: "))
        #expect(try folder.names == ["rules.json"])
    }

    @Test func aFileThatCannotBeOpenedIsAnError() async throws {
        try folder.write("This is a letter.", to: "ana.offline")
        let run = try await say("Hello", 1)
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("ChatExample: error: "))
        #expect(try folder.read("ana.offline") == "This is a letter.")
    }

    private static let refusal =
        "spam (refused: Permission denied (the rules don't allow this user to write it))"

    private func say(_ text: String, _ port: Int) async throws -> Subprocess {
        try await Subprocess.run(
            Products.program("ChatExample"),
            ["--firebase", "http://127.0.0.1:\(port)", "--offline", "ana.offline", "say", text],
            in: folder.url)
    }

    private func startServer(at port: Int = 0) async throws -> Server {
        try await Server(port, folder)
    }
}

/// A development server, which obeys the test's rules and keeps its data in a file.
private struct Server {
    private let program: RunningProgram
    private let port: Int

    init(_ port: Int, _ folder: TemporaryFolder) async throws {
        program = try RunningProgram(
            Products.program("realtime-database-server"),
            ["--port", "\(port)", "--file", "data.sqlite", "--rules", "rules.json"], in: folder.url)
        let line = await program.nextLine() ?? "nothing"
        let end = try #require(line.firstMatch(of: /127\.0\.0\.1:(\d+)/), "\(line)").1
        self.port = try #require(Int(end))
    }

    /// Ends it at once, and returns its port.
    @discardableResult
    func kill() -> Int {
        program.kill()
        return port
    }
}

/// A running chat, and the lines that it has shown.
private final class Window {
    private let program: RunningProgram
    private var lines: [String] = []

    init(_ name: String, _ port: Int, _ folder: TemporaryFolder) throws {
        program = try RunningProgram(
            Products.program("ChatExample"),
            ["--firebase", "http://127.0.0.1:\(port)", "--offline", "\(name).offline", "chat"],
            in: folder.url)
    }

    func type(_ text: String) throws {
        try program.type(text)
    }

    /// Waits until a message is shown; `false` if the chat ends before.
    func shows(_ message: String) async -> Bool {
        while !messages.contains(message) {
            guard let line = await program.nextLine() else { return false }
            lines.append(line)
        }
        return true
    }

    /// The messages without their author, who is always the same.
    var messages: [String] {
        let author = "\(NSUserName()): "
        return lines.filter { $0.hasPrefix(author) }.map { String($0.dropFirst(author.count)) }
    }

    /// The other lines.
    var notes: [String] { lines.filter { $0.hasPrefix("(") } }

    /// Ends the input, and returns the exit status.
    func end() async throws -> Int32 {
        try program.endInput()
        lines += await program.remainingLines()
        return program.status
    }

    func kill() async {
        program.kill()
        lines += await program.remainingLines()
    }
}
