import Foundation
import PathSchema
import TestSupport

/// The program that makes all calls of some examples, and shows where they lead.
///
/// Each example has a root type of its own, so that many can be in one module; its calls stand inside
/// of that type, where its phantom types have their names.
struct PageProgram {
    private typealias NumberedExample = (number: Int, example: PageExample, schema: Schema)

    private var examples: [NumberedExample] = []
    /// The top-level names of which a module has only one: models with members, namespaces, roots.
    private var claimed: Set<String> = []
    private let appCode: [MarkdownPage.Block]

    /// The examples with code, in as few modules as their names allow.
    static func programs(for pages: [PageExamples]) throws -> [PageProgram] {
        let appCode = pages.flatMap(\.appCode).filter { $0.text.hasPrefix("import TypedPaths") }
        var programs: [PageProgram] = []
        let examples = pages.flatMap(\.examples).filter {
            !$0.calls.isEmpty || !$0.mistakes.isEmpty
        }
        for (number, example) in examples.enumerated() {
            guard let schema = example.compiled().result.schema else {
                throw Unclear(place: example.place, reason: "how it can have calls, with errors")
            }
            let claims = claims(of: schema)
            let fitting = programs.firstIndex { $0.claimed.isDisjoint(with: claims) }
            if fitting == nil { programs.append(PageProgram(appCode: appCode)) }
            programs[fitting ?? programs.count - 1].claimed.formUnion(claims)
            programs[fitting ?? programs.count - 1].examples.append((number, example, schema))
        }
        return programs
    }

    /// The differences between a page and the outputs of its examples: prints, excerpts, calls and
    /// mistakes.
    static func differences(inPage text: String) async throws -> [String] {
        let examples = try PageExamples(MarkdownPage(name: "Page.md", text: text))
        var differences = try await examples.outdatedPrints().map { "\($0)" }
        differences += try await examples.wrongExcerpts() + examples.unexpectedErrors()
        for program in try programs(for: [examples]) {
            differences += try await program.wrongCalls() + program.wrongMistakes()
        }
        return differences
    }

    private init(appCode: [MarkdownPage.Block]) {
        self.appCode = appCode
    }

    private static func claims(of schema: Schema) -> Set<String> {
        let models = schema.types.filter { $0.kind == .model }.map(\.name)
        let generated = [schema.options.namespace, schema.options.root].compactMap { $0 }
        return Set(models + generated)
    }
}

// MARK: - Calls

extension PageProgram {
    /// The calls whose type or place is another than the page says, or whose program doesn't compile.
    func wrongCalls() async throws -> [String] {
        let calls = examples.flatMap(\.example.calls)
        guard !calls.isEmpty else { return [] }
        let compiler = try Compiler()
        let build = try await compiler.buildExecutable(
            library(of: examples, withRoots: true)
                + [SwiftFile("Calls.swift", callCode), SwiftFile("main.swift", main)])
        guard build.status == 0, build.errors == "" else { return [build.errors] }
        let output = try await compiler.runExecutable().output.split(separator: "\n").map(
            String.init)
        let expected = examples.flatMap { example in
            example.example.calls.map { "\($0.rendered): \(example.example.page):\($0.line)" }
        }
        return output.difference(from: expected).map { change in
            switch change {
            case .insert(_, let line, _): "in fact: \(line)"
            case .remove(_, let line, _): "on the page: \(line)"
            }
        }
    }

    /// The errors of the calls, which are `nonisolated`, in a module of some default isolation.
    func errorsOfCalls(_ isolation: Isolation) async throws -> String {
        try await Compiler().typecheck(
            library(of: examples, withRoots: true)
                + [SwiftFile("Calls.swift", callCode), SwiftFile("main.swift", main)],
            isolation: isolation
        ).errors
    }

    private var callCode: String {
        "import Foundation\nimport TypedPaths\n"
            + examples.map { number, example, schema in
                let root = Self.root(number, schema)
                let statements = example.calls.map { call in
                    let expression = Self.expression(call.expression, root: root)
                    return "do { let path = \(expression); show(path, as: \(call.type).self, "
                        + "\"\(example.page):\(call.line)\") }\n"
                }
                return """
                    nonisolated extension \(root): Program {
                        @available(*, deprecated, message: "so that it may use what is deprecated")
                        static func showAll() {
                    \(statements.joined())    }
                    }

                    """
            }.joined()
    }

    private var main: String {
        PathProgram.support
            + examples.map { "run(\(Self.root($0.number, $0.schema)).self)\n" }.joined()
    }
}

// MARK: - Mistakes

extension PageProgram {
    /// The mistakes that compile, or for which the compiler says something else.
    ///
    /// Each example is a module of its own here, as it is for the reader: what else there is would be in
    /// the compiler's messages.
    func wrongMistakes() async throws -> [String] {
        var wrong: [String] = []
        for example in examples where !example.example.mistakes.isEmpty {
            let mistakes = example.example.mistakes
            let lines = mistakes.map { "func line\($0.line)() { _ = \($0.expression) }\n" }
            let check = try await Compiler().typecheck(
                library(of: [example], withRoots: false)
                    + [SwiftFile("Mistakes.swift", "import TypedPaths\n" + lines.joined())])
            for (index, mistake) in mistakes.enumerated() {
                let said = check.errors.split(separator: "\n").compactMap { line in
                    line.firstMatch(of: /^Mistakes\.swift:(\d+):\d+: error: (.+)$/)
                        .flatMap { Int($0.1) == index + 2 ? "\($0.2)" : nil }
                }
                if said != [mistake.message] {
                    wrong.append("\(example.example.page):\(mistake.line): \(said)")
                }
            }
        }
        return wrong
    }
}

// MARK: - Code

extension PageProgram {
    /// The generated code, the app's code on the page, and declarations of what else the schemas name.
    private func library(of examples: [NumberedExample], withRoots: Bool) async throws
        -> [SwiftFile]
    {
        var files = appCode.enumerated().map { number, block in
            // The calls, which are nonisolated, use the constants.
            let code = block.text.replacing("\nlet ", with: "\nnonisolated let ")
            return SwiftFile("App\(number).swift", code + "\n")
        }
        for (number, example, schema) in examples {
            let run = try await example.run(root: withRoots ? Self.root(number, schema) : nil)
            files.append(SwiftFile("Example\(number).swift", run.output))
        }
        let declared = Set(
            appCode.flatMap { $0.text.matches(of: /(?:struct|enum|class) (\w+)/) }.map(\.1))
        let stubs = ModelStubs.file(for: examples.map(\.schema))
        let types = stubs.text.split(separator: "\n").filter { line in
            !line.hasPrefix("public import")
                && !(line.firstMatch(of: /struct (\w+)/).map { declared.contains($0.1) } ?? false)
        }
        let needsKeys = types.contains { $0.contains("PathKey") }
        let text = (needsKeys ? ["public import TypedPaths"] : []) + types + [""]
        return files + [SwiftFile(stubs.name, text.joined(separator: "\n"))]
    }

    /// The schema's own root type, or one that tells the examples of a module apart.
    private static func root(_ number: Int, _ schema: Schema) -> String {
        schema.options.root ?? "Example\(number)"
    }

    private static func expression(_ expression: String, root: String) -> String {
        expression.replacingOccurrences(of: "Path()", with: "Path<\(root)>()")
    }
}
