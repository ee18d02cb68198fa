import Foundation
import TestSupport
import Testing

@testable import PathSchema

/// Everything that the README shows is executed.
@Suite struct ReadmeTests {
    private let page: MarkdownPage
    private let compiler: Compiler

    init() throws {
        page = MarkdownPage(name: "README.md", text: try Repository.text(of: "README.md"))
        compiler = try Compiler()
    }

    private func blocks(_ language: String) -> [String] {
        page.blocks.filter { $0.language == language }.map(\.text)
    }

    @Test func schemaIsAmongTheExamples() throws {
        #expect(try Repository.text(of: "Schemas/chatrooms.json") == blocks("json")[0] + "\n")
        #expect(ChatSchema.json == blocks("json")[0] + "\n")
    }

    @Test func firstCommandPrintsTheCode() async throws {
        let words = try #require(blocks("console").first).split(separator: " ")
        #expect(words.prefix(4) == ["$", "swift", "run", "generate-paths"])
        let result = try await Subprocess.run(
            Products.program("generate-paths"), words.dropFirst(4).map(String.init),
            in: Repository.root)
        let code = try #require(blocks("swift").first { $0.hasPrefix("// Generated") }) + "\n"
        #expect(result.output.hasPrefix(code + "\n/// Lets the compiler check"))
    }

    @Test func secondCommandIsThatOfContinuousIntegration() throws {
        let command = try #require(blocks("console").dropFirst().first)
        let lines = try Repository.text(of: ".ci/run").split(separator: "\n")
        #expect(lines.contains { "$ \($0)" == command })
    }

    /// A line is a call, and behind slashes its type and what it renders as.
    @Test(arguments: Isolation.allCases)
    func callsHaveTheirTypesAndPaths(isolation: Isolation) async throws {
        let calls = blocks("swift")[0].split(separator: "\n").map(String.init)
        #expect(calls.count == 4)
        var program = ["import TypedPaths", "struct Configuration {}", "struct Message {}"]
        var rendered: [String] = []
        for (index, line) in calls.enumerated() {
            let parts = line.components(separatedBy: "//")
            let claims = parts[1].components(separatedBy: ", rendered as ")
            program.append("let path\(index): \(claims[0]) = \(parts[0])")
            if claims.count == 2 {
                program.append("print(path\(index))")
                rendered.append(claims[1].trimmingCharacters(in: ["\""]))
            }
        }
        let built = try await compiler.buildExecutable(
            [
                SwiftFile("main.swift", program.joined(separator: "\n")),
                SwiftFile("Paths.swift", try Generation(blocks("json")[0]).code),
            ], isolation: isolation)
        #expect(built.errors == "")
        #expect(try await compiler.runExecutable().output == rendered.map { "\($0)\n" }.joined())
        #expect(rendered == ["chatrooms/firechat/messages/m1"])
    }

    @Test func mistakeHasTheMessageBehindIt() async throws {
        let parts = blocks("swift")[1].components(separatedBy: "//")
        let checked = try await compiler.typecheck([
            SwiftFile("Models.swift", "struct Configuration {}\nstruct Message {}"),
            SwiftFile("Mistake.swift", "import TypedPaths\nfunc mistake() { _ = \(parts[0]) }"),
            SwiftFile("Paths.swift", try Generation(blocks("json")[0]).code),
        ])
        #expect(checked.status != 0)
        #expect(checked.errors.contains(parts[1].trimmingCharacters(in: .whitespaces)))
    }

    /// A row of the table is a member of a schema, and its type.
    @Test func rowsOfTheLanguageHaveTheirTypes() async throws {
        let schema = """
            {
              "name": "String",
              "settings": { "theme": "String" },
              "rooms": { "<roomId>": { "topic": "String" } },
              "posts": { "<userId>": { "<postId>": "Post" } },
              "stats": { "total": "Int", "<userId>": "Int" },
              "members": { "<userId: UserID>": "Bool" }
            }
            """
        for member in [
            "\"name\": \"String\"", "\"posts\": {", "\"stats\": {", "\"members\": {",
        ] {
            #expect(schema.contains(member) && page.text.contains("| `\(member)"))
        }
        let checked = try await compiler.typecheck([
            SwiftFile("Paths.swift", try Generation(schema).code),
            SwiftFile(
                "Rows.swift",
                """
                import TypedPaths
                struct Post {}
                struct UserID: RawRepresentable, PathKey { let rawValue: String }
                func rows(user: UserID) {
                    let _: Path<String> = Path().name
                    let _: Path<Settings> = Path().settings
                    let _: Path<Room>.Collection = Path().rooms
                    let _: Path<Room> = Path().room("id")
                    let _: Path<Path<Post>.Collection>.Collection = Path().posts
                    let _: Path<Stats> = Path().stats
                    let _: Path<Int> = Path().stats.total
                    let _: Path<Int> = Path().stats.child("id")
                    let _: Path<Bool>.KeyedCollection<UserID> = Path().members
                    let _: Path<Bool> = Path().member(user)
                }
                """),
        ])
        #expect(checked.errors == "")
    }

    @Test func diagnosticIsAsPrinted() throws {
        let schema = """
            {
              "configuration": "Configuration",
              "chatrooms": {
                "<chatroomId>": { "messages": { "<id>": "Mesage Id" } },
                "<roomId>": "Room"
              }
            }
            """
        let source = SourceText(name: "chat.json", text: schema)
        let first = SchemaCompiler.compile([source]).diagnostics.inDocumentOrder[0]
        let text = TextDiagnosticFormatter(sources: [source]).format(first)
        #expect(text == blocks("text")[0] + "\n")
    }
}
