import PathCodegen
import PathSchema
import TestSupport

/// The program that a page about the database is.
///
/// A page has blocks of `swift`, which are compiled together and run in their order:
///
/// - A block of `json` is a schema, and the program has the paths that are generated for it.
/// - A block that begins with a declaration or an import is at file level.
/// - The others are statements. Each section is a function, so that a name can be used again in the
///   next one.
/// - A comment after `print(…)` is what that prints; `, then ` is between the lines of a loop.
/// - A line with `// error: …` doesn't compile, and that is what the compiler says.
/// - A block inside of an HTML comment isn't shown, but it is part of the program.
/// - A block of `swift theirs` is code of another library, to be compared.
struct PageProgram {
    struct Mistake {
        let line: Int
        let code: String
        let message: String
    }

    /// The output of a line.
    struct Output: Equatable, CustomStringConvertible {
        let line: Int
        let text: String

        var description: String { "line \(line): \(text)" }
    }

    private(set) var outputs: [Output] = []
    private(set) var mistakes: [Mistake] = []

    /// Lines with a comment after the code that nothing would check.
    private(set) var unchecked: [Int] = []

    private var declarations: [String] = []
    private var sections: [(line: Int, statements: [String])] = []

    init(_ page: MarkdownPage) {
        let headings = page.text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated().filter { $1.hasPrefix("#") }.map { $0.offset + 1 }
        for block in page.blocks where block.language == "json" {
            declarations += Self.paths(for: block)
        }
        for block in page.blocks where block.language == "swift" {
            let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
            if Self.isDeclaration(block.text) {
                declarations += lines.map(String.init)
                continue
            }
            let section = headings.last { $0 < block.line } ?? 0
            if sections.last?.line != section { sections.append((section, [])) }
            for (offset, line) in lines.enumerated() { read(line, block.line + offset) }
        }
    }

    /// The code that is generated for a schema; for one with errors none, which the page's test reports.
    private static func paths(for block: MarkdownPage.Block) -> [String] {
        let source = SourceText(name: "schema.json", text: block.text)
        guard let schema = SchemaCompiler.compile([source]).schema else { return [] }
        return Rendering.swift.render(schema, from: [source.name])
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func isDeclaration(_ text: String) -> Bool {
        text.prefixMatch(
            of:
                /(import|struct|enum|final class|actor|func|extension|nonisolated|@MainActor|\/\/\/) ?/
        ) != nil
    }

    private mutating func read(_ line: Substring, _ number: Int) {
        if let match = line.wholeMatch(of: /\s*(\S.*?) +\/\/ error: (.+)/) {
            mistakes.append(Mistake(line: number, code: "\(match.1)", message: "\(match.2)"))
        } else if let match = line.wholeMatch(of: /(.*)\bprint\((.+?) +\/\/ (.+)/) {
            outputs.append(Output(line: number, text: "\(match.3)"))
            append("\(match.1)show(\(number), \(match.2)")
        } else {
            if line.contains("print(") || line.contains(#/\S +// /#) { unchecked.append(number) }
            append(String(line))
        }
    }

    private mutating func append(_ line: String) {
        sections[sections.count - 1].statements.append(line)
    }
}

extension PageProgram {
    /// The whole program.
    var code: String {
        var code = declarations.map { "\($0)\n" }.joined()
        for (line, statements) in sections {
            code += "func section\(line)() async throws {\n"
            code += statements.map { "    \($0)\n" }.joined() + "}\n"
        }
        code += """
            func show<Value>(_ line: Int, _ value: Value) { print("\\(line) \\(value)") }
            @main enum Program {
                static func main() async throws {

            """
        code += sections.map { "        try await section\($0.line)()\n" }.joined()
        return code + "    }\n}\n"
    }

    /// The declarations of the page, and each mistake in a function of its own.
    ///
    /// - Returns: the code, and the line in it of each mistake.
    var mistakenCode: (code: String, lines: [Int]) {
        var lines = declarations
        var places: [Int] = []
        for mistake in mistakes {
            lines.append("func mistake\(mistake.line)() async throws {")
            lines.append(mistake.code)
            places.append(lines.count)
            lines.append("}")
        }
        return (lines.joined(separator: "\n") + "\n", places)
    }

    /// The mistakes for which the compiler doesn't say what the page does, and what it says elsewhere.
    ///
    /// - Parameter said: what the compiler says of the `mistakenCode`.
    func differences(of said: [DatabaseCompiler.Diagnostic], at lines: [Int]) -> [String] {
        let missing = zip(lines, mistakes).filter { line, mistake in
            !said.contains { $0.line == line && $0.message == mistake.message }
        }
        let elsewhere = said.filter { !lines.contains($0.line) }
        return missing.map { "not said of line \($1.line): \($1.message)" }
            + elsewhere.map(\.description)
    }

    /// The output of each line, parsed from that of the program.
    static func outputs(in text: String) -> [Output] {
        var outputs: [Output] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard let number = Int(parts[0]), parts.count == 2 else { continue }
            let index = outputs.firstIndex { $0.line == number }
            let text = index.map { "\(outputs[$0].text), then \(parts[1])" } ?? "\(parts[1])"
            if let index { outputs.remove(at: index) }
            outputs.append(Output(line: number, text: text))
        }
        return outputs.sorted { $0.line < $1.line }
    }
}
