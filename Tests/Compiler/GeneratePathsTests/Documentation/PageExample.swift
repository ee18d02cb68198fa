import Foundation
import TestSupport

/// A schema of a page, and everything that the page says about it.
///
/// A reader sees a schema, and below it what can be written, or the error:
///
/// - A block of JSON is a schema. Several that each have a name above them, as in "`users.json`:", are
///   the inputs of one run.
/// - In a block of Swift, lines such as `Path().theme  // Path<Theme>, theme` are calls, with the type
///   and the place of what they return; with `// error: …` they are calls that don't compile, and what
///   the compiler says. Any other block is an excerpt from the generated code.
/// - A block of Swift that begins with `import` is code of the app's own.
/// - A block of text holds the diagnostics.
/// - A block of console runs the command, and shows what it prints.
struct PageExample {
    struct Call {
        let expression: String
        let type: String
        let rendered: String
        let line: Int
    }

    struct Mistake {
        let expression: String
        let message: String
        let line: Int
    }

    let page: String
    let line: Int
    var files: [(name: String, text: String)]
    /// The command's options, where a block of console runs it.
    var options: [String] = []
    var calls: [Call] = []
    var mistakes: [Mistake] = []
    var excerpts: [MarkdownPage.Block] = []
    /// The output for the files: diagnostics, or that of a command.
    var printed: MarkdownPage.Block?
    var hasCommand = false

    var isComplete: Bool {
        !calls.isEmpty || !mistakes.isEmpty || !excerpts.isEmpty || printed != nil
    }

    var place: String { "\(page):\(line)" }
}

// MARK: - Reading

/// The examples of a page, and the code that it shows as the app's own.
struct PageExamples {
    private(set) var examples: [PageExample] = []
    private(set) var appCode: [MarkdownPage.Block] = []
    private let page: String

    init(_ page: MarkdownPage) throws {
        self.page = page.name
        for block in page.blocks {
            try read(block)
        }
    }

    private mutating func read(_ block: MarkdownPage.Block) throws {
        switch block.language {
        case "json": readSchema(block)
        case "swift" where block.text.hasPrefix("import "): appCode.append(block)
        case "swift": try edit(block) { $0.readSwift(block) }
        case "text": try edit(block) { $0.printed = block }
        case "console": try readCommand(block)
        default: throw Unclear(place: "\(page):\(block.line)", reason: "what to do with it")
        }
    }

    private mutating func readSchema(_ block: MarkdownPage.Block) {
        let name = block.caption.wholeMatch(of: /`(.+\.json)`:/).map { String($0.1) }
        let file = (name ?? "schema.json", block.text)
        if name != nil, let last = examples.last, !last.isComplete {
            examples[examples.count - 1].files.append(file)
        } else {
            examples.append(PageExample(page: page, line: block.line, files: [file]))
        }
    }

    /// A second command for the same files is an example of its own.
    private mutating func readCommand(_ block: MarkdownPage.Block) throws {
        let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let command = lines[0].firstMatch(of: /^\$ generate-paths (.+)$/) else {
            throw Unclear(place: "\(page):\(block.line)", reason: "which command to run")
        }
        if let last = examples.last, last.isComplete || last.hasCommand {
            examples.append(PageExample(page: page, line: block.line, files: last.files))
        }
        let words = command.1.split(separator: " ").map(String.init)
        try edit(block) { example in
            example.hasCommand = true
            let beside = words.firstIndex(of: "--beside") ?? words.endIndex
            example.options = words[..<beside].filter { !$0.hasSuffix(".json") } + words[beside...]
            example.printed = lines.count > 1 ? block : nil
        }
    }

    private mutating func edit(
        _ block: MarkdownPage.Block, _ change: (inout PageExample) -> Void
    ) throws {
        guard !examples.isEmpty else {
            throw Unclear(place: "\(page):\(block.line)", reason: "which schema it belongs to")
        }
        change(&examples[examples.count - 1])
    }
}

extension PageExample {
    fileprivate mutating func readSwift(_ block: MarkdownPage.Block) {
        var calls: [Call] = []
        var mistakes: [Mistake] = []
        for (offset, text) in block.text.split(separator: "\n").enumerated() {
            let line = block.line + offset
            if let match = text.wholeMatch(of: /(\S.*?) +\/\/ error: (.+)/) {
                mistakes.append(
                    Mistake(expression: "\(match.1)", message: "\(match.2)", line: line))
            } else if let match = text.wholeMatch(of: /(\S.*?) +\/\/ (Path<.+), (\S.*)/) {
                calls.append(
                    Call(
                        expression: "\(match.1)", type: "\(match.2)", rendered: "\(match.3)",
                        line: line))
            } else {
                excerpts.append(block)
                return
            }
        }
        self.calls += calls
        self.mistakes += mistakes
    }
}

/// A block whose purpose the convention doesn't tell.
struct Unclear: Error, CustomStringConvertible {
    let place: String
    let reason: String

    var description: String { "\(place): it is not clear \(reason)" }
}
