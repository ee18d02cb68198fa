import Foundation
import Testing

/// The example, as people meet it: the program that `swift run ChatExample` runs, and the documents that
/// say what it prints.
struct ChatExampleTests {
    @Test(arguments: documents)
    func printsWhatTheDocumentShows(_ document: Document) throws {
        #expect(try output(of: "ChatExample") == document.outputOfExample)
    }

    @Test
    func aDocumentShowsWhatItPrints() {
        #expect(!documents.isEmpty)
    }
}

/// A text that shows the example's output, in a block that begins with the command.
struct Document: CustomTestStringConvertible {
    let name: String
    let outputOfExample: String

    /// `nil` if there is no such file, or no such block in it.
    init?(_ name: String) {
        let file = repository.appendingPathComponent(name)
        guard let text = try? String(contentsOf: file, encoding: .utf8),
            let start = text.range(of: "```console\n$ swift run ChatExample\n"),
            let end = text.range(of: "```", range: start.upperBound..<text.endIndex)
        else { return nil }
        self.name = name
        outputOfExample = String(text[start.upperBound..<end.lowerBound])
    }

    var testDescription: String { name }
}

private let documents = ["README.md", "Examples/README.md"].compactMap(Document.init)

private let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Runs a program of this package, which is beside the tests.
private func output(of program: String) throws -> String {
    let tests = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" } ?? .main
    let candidates = [tests.bundleURL, tests.bundleURL.deletingLastPathComponent()]
        .map { $0.appendingPathComponent(program) }
    let process = Process()
    let executable: URL? = candidates.first {
        FileManager.default.isExecutableFile(atPath: $0.path)
    }
    process.executableURL = executable
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
}
