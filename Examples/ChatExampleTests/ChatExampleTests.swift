import Foundation
import TestSupport
import Testing

/// The examples, as people meet them: the programs that `swift run` runs, and the documents that say
/// what they print.
@Suite struct ChatExampleTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: ["README.md", "Examples/README.md"])
    func commandsPrintWhatTheDocumentShows(_ document: String) async throws {
        let commands = try ShownCommand.commands(in: document)
        #expect(commands.contains { $0.example == "ChatExample" })
        for command in commands {
            let output = try await output(of: command.example, command.arguments)
            #expect(output == command.output, "\(command.arguments)")
        }
    }

    @Test func messagesAreThereInTheNextRun() async throws {
        for text in ["Is anyone here?", "Me!"] {
            #expect(try await output(of: "ChatExample", ["say", text]) == "")
        }
        for _ in 1...2 {
            let log = try await output(of: "ChatExample", ["log"])
            #expect(log == "\(NSUserName()): Is anyone here?\n\(NSUserName()): Me!\n")
        }
    }

    @Test(.timeLimit(.minutes(5))) func messagesOfAnotherProcessAreShown() async throws {
        _ = try await output(of: "ChatExample", ["say", "Before"])
        let watch = try RunningProgram(
            Products.program("ChatExample"), ["watch"], in: folder.url)
        defer { watch.kill() }
        #expect(await watch.nextLine() == "\(NSUserName()): Before")
        for text in ["One", "two", "words and more"] {
            _ = try await output(of: "ChatExample", ["say", text])
            #expect(await watch.nextLine() == "\(NSUserName()): \(text)")
        }
    }

    @Test func linesOfTheInputAreMessages() async throws {
        _ = try await output(of: "ChatExample", ["say", "Before"])
        let chat = try await Subprocess.run(
            Products.program("ChatExample"), ["chat"], input: "One\n\ntwo", in: folder.url)
        #expect(chat.status == 0)
        let log = try await output(of: "ChatExample", ["log"])
        #expect(log == ["Before", "One", "two"].map { "\(NSUserName()): \($0)\n" }.joined())
    }

    @Test func withoutACommandItSaysWhatThereIs() async throws {
        let usage = """
            usage: ChatExample [--firebase <url> [--token <token>] [--offline <file>]] \
            say <text> | log | watch | chat
            Instead of --firebase <url>, --firestore <project> leads to Firestore.

            """
        #expect(try await output(of: "ChatExample", []) == usage)
    }

    /// All that an example prints until it ends, which it must without an error.
    private func output(of example: String, _ arguments: [String]) async throws -> String {
        let run = try await Subprocess.run(
            Products.program(example), arguments, in: folder.url)
        try #require(run.status == 0, "\(run)")
        return run.output
    }
}

/// A command that a document shows, and what it says is printed.
private struct ShownCommand {
    let example: String
    let arguments: [String]
    var output = ""

    private static var line: Regex<(Substring, Substring, Substring?, Substring?)> {
        /\$ swift run (?:--package-path Examples )?(\w+)(?: (\w+))?(?: "(.*)")?/
    }

    /// The commands that run an example, in their order. "ana" is whoever runs the tests.
    static func commands(in document: String) throws -> [ShownCommand] {
        let page = MarkdownPage(name: document, text: try Repository.text(of: document))
        var commands: [ShownCommand] = []
        for block in page.blocks where block.language == "console" {
            // Those with an address need a server, and have tests of their own.
            guard block.text.contains(/^\$ swift run (--package-path Examples )?\w+Example(?! --)/)
            else { continue }
            for line in block.text.split(separator: "\n") {
                if let match = line.wholeMatch(of: Self.line) {
                    let arguments = [match.2, match.3].compactMap { $0.map(String.init) }
                    commands.append(ShownCommand(example: "\(match.1)", arguments: arguments))
                } else if !commands.isEmpty {
                    let line = line.replacing(/^ana:/, with: "\(NSUserName()):")
                    commands[commands.count - 1].output += "\(line)\n"
                }
            }
        }
        return commands
    }
}
