import Foundation
import PathSchema
import TestSupport

/// Runs the generator on a page's examples.
extension PageExample {
    /// The inputs together, as the compiler in this process sees them.
    func compiled() -> (result: SchemaCompiler.Result, printed: String) {
        let sources = files.map { SourceText(name: $0.name, text: $0.text) }
        let result = SchemaCompiler.compile(sources)
        let formatter = TextDiagnosticFormatter(sources: sources, usesColor: false)
        return (result, result.diagnostics.inDocumentOrder.map(formatter.format).joined())
    }

    /// Runs the command on the inputs.
    ///
    /// - Parameter root: the root type that the code is to have, unless the schema has its own.
    func run(root: String? = nil) async throws -> Subprocess {
        let command = try Command(
            Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first }))
        let own = options.contains("--root") || compiled().result.schema?.options.root != nil
        let root = own ? [] : root.map { ["--root", $0] } ?? []
        let inputs = files.map(\.name).filter { !options.contains($0) }
        return try await command.run(inputs + options + root)
    }

    /// The text that a block of console or of diagnostics should have.
    func expectedPrint() async throws -> String? {
        guard let printed else { return nil }
        guard printed.language == "console" else {
            return compiled().printed.trimmingCharacters(in: .newlines)
        }
        let run = try await run()
        let command = printed.text.prefix { $0 != "\n" }
        return (command + "\n" + (run.status == 0 ? run.output : run.errors))
            .trimmingCharacters(in: .newlines)
    }
}

extension PageExamples {
    /// The blocks of diagnostics and of console that differ from what is printed, by their lines.
    func outdatedPrints() async throws -> [Int: String] {
        var outdated: [Int: String] = [:]
        for example in examples {
            guard let printed = example.printed,
                let expected = try await example.expectedPrint()
            else { continue }
            if printed.text != expected { outdated[printed.line] = expected }
        }
        return outdated
    }

    /// The excerpts that the generated code doesn't contain, with that code.
    func wrongExcerpts() async throws -> [String] {
        var wrong: [String] = []
        for example in examples where !example.excerpts.isEmpty {
            let run = try await example.run()
            let code = Self.withoutIndentation(run.output)
            for excerpt in example.excerpts
            where !code.contains(Self.withoutIndentation(excerpt.text) + "\n") {
                wrong.append(
                    "\(example.page):\(excerpt.line) is not in\n\(run.output)\(run.errors)")
            }
        }
        return wrong
    }

    /// The examples that should have no errors, and have some.
    func unexpectedErrors() -> [String] {
        examples.filter { $0.printed?.language != "text" && !$0.hasCommand }
            .map { "\($0.place): \($0.compiled().printed)" }
            .filter { !$0.hasSuffix(": ") }
    }

    private static func withoutIndentation(_ code: String) -> String {
        "\n"
            + code.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
}
