import Foundation
import TestSupport

/// A page of the documentation on which commands follow each other, each in the folder that those before
/// it left.
///
/// - A block with a name above it, as in "`schema.json`:", is a file: one that a command wrote, or else one
///   that commands after it read.
/// - A block of console runs a command, and shows all that it prints. One that begins with an error fails.
/// - A block of Swift without a name uses what is there.
struct SessionPage {
    private let page: MarkdownPage
    private(set) var statuses: [(command: String, status: Int32)] = []
    /// The commands that print an error first.
    private(set) var failing: Set<String> = []
    /// The Swift code without a name, and the files of Swift.
    private(set) var uses: [String] = []
    private(set) var code: [SwiftFile] = []
    /// The blocks whose text is not what is there, with what is, by their lines.
    private(set) var outdated: [Int: String] = [:]

    /// Runs all commands of a page.
    init(_ page: MarkdownPage) async throws {
        self.page = page
        let command = try Command([:])
        for block in page.blocks {
            try await run(block, command)
        }
        for name in try command.folder.names where name.hasSuffix(".swift") {
            code.append(SwiftFile(name, try command.folder.read(name)))
        }
    }

    private mutating func run(_ block: MarkdownPage.Block, _ command: Command) async throws {
        let name = block.caption.firstMatch(of: /`([^` ]+)`:$/).map { String($0.1) }
        if block.language == "console" {
            try await runCommand(block, command)
        } else if let name, try command.folder.names.contains(name) {
            check(block, is: try command.folder.read(name))
        } else if let name {
            try command.folder.write(block.text + "\n", to: name)
        } else {
            uses.append(block.text)
        }
    }

    private mutating func runCommand(_ block: MarkdownPage.Block, _ command: Command) async throws {
        let line = block.text.prefix { $0 != "\n" }
        let words = line.split(separator: " ").map(String.init)
        let run = try await command.run(Array(words.dropFirst(2)))
        statuses.append((String(line), run.status))
        if block.text.hasPrefix("\(line)\nerror: ") { failing.insert(String(line)) }
        check(block, is: "\(line)\n\(run.errors)\(run.output)")
    }

    private mutating func check(_ block: MarkdownPage.Block, is text: String) {
        let text = text.trimmingCharacters(in: .newlines)
        if block.text != text { outdated[block.line] = text }
    }
}
