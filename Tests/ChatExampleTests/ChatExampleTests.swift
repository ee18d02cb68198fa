import Foundation
import TestSupport
import Testing

/// The examples, as people meet them: the programs that `swift run` runs, and the documents that say
/// what they print.
@Suite struct ChatExampleTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    @Test(arguments: ["README.md", "Examples/README.md"])
    func commandsPrintWhatTheDocumentShows(_ document: String) throws {
        let commands = try ShownCommand.commands(in: document)
        #expect(commands.contains { $0.example == "ChatExample" })
        for command in commands {
            let output = try Example(command.example, command.arguments, in: folder).output()
            #expect(output == command.output, "\(command.arguments)")
        }
    }

    @Test func messagesAreThereInTheNextRun() throws {
        for text in ["Is anyone here?", "Me!"] {
            #expect(try Example("ChatExample", ["say", text], in: folder).output() == "")
        }
        for _ in 1...2 {
            let log = try Example("ChatExample", ["log"], in: folder).output()
            #expect(log == "\(NSUserName()): Is anyone here?\n\(NSUserName()): Me!\n")
        }
    }

    @Test func whatAnotherProcessSaysIsShown() throws {
        _ = try Example("ChatExample", ["say", "Before"], in: folder).output()
        let watch = try Example("ChatExample", ["watch"], in: folder)
        defer { watch.end() }
        #expect(try watch.nextLine() == "\(NSUserName()): Before")
        for text in ["One", "two", "words and more"] {
            _ = try Example("ChatExample", ["say", text], in: folder).output()
            #expect(try watch.nextLine() == "\(NSUserName()): \(text)")
        }
    }

    @Test func withoutACommandItSaysWhatThereIs() throws {
        let usage =
            "usage: ChatExample [--firebase <url> [--token <token>]] say <text> | log | watch\n"
        #expect(try Example("ChatExample", [], in: folder).output() == usage)
    }
}

/// A command that a document shows, and what it says is printed.
private struct ShownCommand {
    let example: String
    let arguments: [String]
    var output = ""

    /// The commands that run an example, in their order. "ana" is whoever runs the tests.
    static func commands(in document: String) throws -> [ShownCommand] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../\(document)").standardizedFileURL
        let page = MarkdownPage(name: document, text: try String(contentsOf: file, encoding: .utf8))
        var commands: [ShownCommand] = []
        for block in page.blocks where block.language == "console" {
            guard block.text.contains(/^\$ swift run \w+Example/) else { continue }
            for line in block.text.split(separator: "\n") {
                if let match = line.wholeMatch(of: /\$ swift run (\w+)(?: (\w+))?(?: "(.*)")?/) {
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
