import Foundation
import PathCodegen
import PathSchema
import Testing

/// Several databases in one module, and one database in several files.
@Suite struct SeveralSchemasTests {
    private static let chat = """
        {
          "$options": { "root": "ChatRoot" },
          "rooms": { "<roomId>": { "name": "String", "settings": { "isOpen": "Bool" } } },
          "limits": { "rooms": "Int", "<userId>": { "rooms": "Int" } }
        }
        """
    private static let shop = """
        {
          "$options": { "root": "ShopRoot" },
          "rooms": { "<roomId>": { "price": "Int", "settings": { "isFree": "Bool" } } },
          "limits": { "orders": "Int", "<userId>": { "orders": "Int" } }
        }
        """
    private static let rest = """
        {
          "rooms": { "<roomId>": { "size": "Int", "settings": { "isLit": "Bool" } } },
          "chatRoot": "Bool"
        }
        """

    @Test(arguments: Options.AccessLevel.allCases)
    func eachWithARootOfItsOwnTheyShareAModule(access: Options.AccessLevel) async throws {
        let schemas = [("Chat", Self.chat), ("Shop", Self.shop), ("Rest", Self.rest)]
        let generations = try schemas.map { name, json in
            (name, try Generation(json, from: "\(name).json") { $0.access = access })
        }
        let compiler = try Compiler()
        let build = try await compiler.buildExecutable(
            generations.flatMap { name, generation in
                [
                    SwiftFile("\(name).swift", generation.code),
                    SwiftFile(
                        "\(name)Paths.swift",
                        "import TypedPaths\n"
                            + PathProgram.text("\(name)Paths", for: generation.schema)),
                ]
            } + [
                SwiftFile(
                    "main.swift",
                    PathProgram.support
                        + schemas.map { "run(\($0.0)Paths.self)\n" }.joined() + Self.uses)
            ])
        try #require(build.errors == "")
        let output = try await compiler.runExecutable().output.split(separator: "\n").map(
            String.init)
        let expected = try schemas.map { try DatabasePaths.lines(in: $0.1) }
        #expect(Set(output) == expected.reduce(Set(["rooms/1/price", "rooms/1"])) { $0.union($1) })
    }

    /// The roots and the phantom types of the schemas are different types.
    private static let uses = """
        func read(_ room: Path<ChatRoot.Room>) -> String { room.name.rendered }
        func read(_ room: Path<ShopRoot.Room>) -> String { room.price.rendered }
        func read(_ room: Path<Room>) -> String { room.rendered }
        print(read(Path<ShopRoot>().room("1")))
        print(read(Path().room("1")))

        """

    @Test func rootOfTheOtherSchemaIsAnother() async throws {
        let result = try await Compiler().typecheck([
            SwiftFile("Chat.swift", try Generation(Self.chat).code),
            SwiftFile("Shop.swift", try Generation(Self.shop).code),
            SwiftFile(
                "Client.swift",
                """
                import TypedPaths
                let limit: Path<ChatRoot.Limits> = Path<ShopRoot>().limits

                """),
        ])
        #expect(
            result.errors.contains(
                "cannot assign value of type 'Path<ShopRoot.Limits>' to type 'Path<ChatRoot.Limits>'"
            ) || result.errors.contains("cannot convert value of type 'Path<ShopRoot.Limits>'"))
        #expect(result.status == 1)
    }
}

// MARK: - One schema in several files

extension SeveralSchemasTests {
    private static let files = [
        (
            "users.json",
            """
            {
              "$options": { "namespace": "DB" },
              "users": { "<userId: UserID>": { "name": "String", "settings": { "color": "Color" } } },
              "comments": {
                "<commentId>": { "$name": "Comment", "text": "String", "replies": { "<id>": "Comment" } }
              },
              "<tenantId>": { "name": "String" }
            }
            """
        ),
        (
            "posts.json",
            """
            {
              "$options": { "typeSuffix": "Node" },
              "posts": { "<postId>": { "pinned": "Comment", "settings": { "isOpen": "Bool" } } },
              "users": { "<userId: UserID>": { "posts": { "<postId>": "Bool" } } }
            }
            """
        ),
        (
            "admin.json",
            """
            {
              "users": { "$singular": "account", "count": "Int", "<user: UserID>": { "isAdmin": "Bool" } },
              "<tenant>": { "plan": "Plan" }
            }
            """
        ),
    ]

    /// The same in one file, as a person would put it together.
    private static let merged = """
        {
          "$options": { "namespace": "DB", "typeSuffix": "Node" },
          "users": {
            "$singular": "account",
            "<userId: UserID>": {
              "name": "String",
              "settings": { "color": "Color" },
              "posts": { "<postId>": "Bool" },
              "isAdmin": "Bool"
            },
            "count": "Int"
          },
          "comments": {
            "<commentId>": { "$name": "Comment", "text": "String", "replies": { "<id>": "Comment" } }
          },
          "<tenantId>": { "name": "String", "plan": "Plan" },
          "posts": { "<postId>": { "pinned": "Comment", "settings": { "isOpen": "Bool" } } }
        }
        """

    @Test func mergedFilesAreAsOneFile() throws {
        let sources = Self.files.map { SourceText(name: $0.0, text: $0.1) }
        let result = SchemaCompiler.compile(sources) { $0.typeChecks = false }
        #expect(result.diagnostics.inDocumentOrder.map(\.message) == [])
        let schema = try #require(result.schema)
        let code = Rendering.swift.render(schema, from: ["merged.json"])
        let merged = try Generation(Self.merged, from: "merged.json") { $0.typeChecks = false }
        #expect(code == merged.code)
    }

    @Test func mergedFilesCompileAndLeadWhereTheySay() async throws {
        let generation = try Generation(Self.merged)
        let command = try Command(Dictionary(uniqueKeysWithValues: Self.files))
        let code = try await command.run(Self.files.map(\.0)).output
        let compiler = try Compiler()
        let build = try await compiler.buildExecutable([
            SwiftFile("Paths.swift", code), ModelStubs.file(for: [generation.schema]),
            SwiftFile(
                "main.swift",
                PathProgram.support + PathProgram.text("Paths", for: generation.schema)
                    + "run(Paths.self)\n"),
        ])
        try #require(build.errors == "")
        let lines = Set(
            try await compiler.runExecutable().output.split(separator: "\n").map(String.init))
        #expect(lines == (try DatabasePaths.lines(in: Self.merged)))
    }
}

// MARK: - Schemas of one module

extension SeveralSchemasTests {
    /// Two schemas, and the beginning of what is said of the second; `nil` if they can be in one module.
    struct Pair: Sendable, CustomTestStringConvertible {
        let first: String
        let second: String
        let clash: String?
        let advice: String

        init(_ first: String, _ second: String, _ clash: String? = nil, _ advice: String = "") {
            (self.first, self.second) = (first, second)
            (self.clash, self.advice) = (clash, advice)
        }

        var testDescription: String { "\(first) \(second)" }
    }

    static let pairs = [
        Pair(#"{ "theme": "String" }"#, #"{ "color": "String" }"#),
        Pair(
            #"{ "theme": "String" }"#, #"{ "theme": "Int", "color": "String" }"#,
            "declares 'theme' as well",
            #"give one of them a root of its own, "$options": { "root": "Second" }"#),
        Pair(
            #"{ "rooms": { "<id>": { "name": "String" } } }"#,
            #"{ "rooms": { "<id>": { "title": "String" } } }"#,
            "declares 'rooms' and 'room(_:)' as well", #""root": "Second""#),
        Pair(
            #"{ "a": "Int", "b": "Int", "c": "Int", "d": "Int" }"#,
            #"{ "a": "Int", "b": "Int", "c": "Int", "d": "Int" }"#,
            "declares 'a', 'b' and 2 more as well", #""root": "Second""#),
        Pair(
            #"{ "rooms": { "<id>": { "name": "String" } } }"#,
            #"{ "room": { "title": "String" } }"#, "declares the type 'Room' as well",
            #"or another "namespace" or "typePrefix""#),
        Pair(
            #"{ "rooms": { "<id>": { "name": "String" } } }"#,
            #"{ "$options": { "typePrefix": "My" }, "room": { "title": "String" } }"#),
        Pair(
            #"{ "rooms": { "<id>": { "name": "String" } } }"#,
            #"{ "$options": { "namespace": "My" }, "room": { "title": "String" } }"#),
        Pair(
            #"{ "rooms": { "<id>": { "name": "String" } } }"#,
            #"{ "$options": { "root": "My" }, "rooms": { "<id>": { "name": "String" } } }"#),
        Pair(
            #"{ "$options": { "namespace": "My" }, "rooms": { "<id>": { "name": "String" } } }"#,
            #"{ "$options": { "namespace": "My" }, "room": { "title": "String" } }"#,
            "declares the type 'My' as well", #"or another "namespace""#),
        Pair(
            #"{ "$options": { "root": "My" }, "rooms": "Int" }"#,
            #"{ "$options": { "root": "My" }, "room": "Int" }"#, "declares the type 'My' as well",
            #""root": "Second""#),
        Pair(
            #"{ "$options": { "root": "My" }, "rooms": "Int" }"#,
            #"{ "$options": { "root": "My" }, "rooms": "Int" }"#, "declares 'rooms' as well",
            #""root": "Second""#),
        Pair(
            #"{ "a": { "$type": "User", "name": "String" } }"#,
            #"{ "b": { "$type": "User", "name": "String", "age": "Int" } }"#,
            "declares 'User.name' as well", "list the children of User in one of them only"),
        Pair(
            #"{ "a": { "$type": "User", "name": "String" } }"#,
            #"{ "b": { "$type": "User", "age": "Int" } }"#),
        Pair(
            #"{ "a": { "$index": "n", "<id>": { "n": "Int" } } }"#,
            #"{ "b": { "$index": "n", "<id>": { "$name": "C", "n": "Int" } } }"#,
            "declares 'indexes' as well", #""root": "Second""#),
        Pair(
            #"{ "<id>": "Int" }"#, #"{ "<user>": "Int" }"#, "declares 'child(_:)' as well",
            #""root": "Second""#),
        Pair(#"{ "<id>": "Int" }"#, #"{ "<id: UserID>": "Int" }"#),
    ]

    /// Those that are said to clash don't compile together, and the others do.
    @Test(arguments: pairs)
    func clashesInOneModuleAreErrorsWithTheirCure(pair: Pair) async throws {
        let command = try Command([
            "first.paths.json": pair.first, "second.paths.json": pair.second,
        ])
        let run = try await command.run("second.paths.json", "--beside", "first.paths.json")
        if let clash = pair.clash {
            #expect(run.status == 1)
            #expect(run.output == "")
            #expect(
                run.errors.hasPrefix(
                    "second.paths.json:1:1: error: first.paths.json, which is in the same module, "
                        + clash))
            #expect(run.errors.components(separatedBy: ": error: ").count == 2)
            #expect(run.errors.contains("note: "))
            #expect(run.errors.contains(pair.advice))
        } else {
            #expect(run.status == 0)
            #expect(run.errors == "")
        }
        let generations = [try Generation(pair.first), try Generation(pair.second)]
        let result = try await Compiler().typecheck([
            SwiftFile("First.swift", generations[0].code),
            SwiftFile("Second.swift", generations[1].code),
            ModelStubs.file(for: generations.map(\.schema)),
        ])
        #expect((result.status == 0) == (pair.clash == nil), "\(result.errors)")
    }

    @Test func manySchemasOfAModuleAreTold() async throws {
        let command = try Command([
            "a.json": #"{ "a": "Int" }"#, "b.json": #"{ "b": "Int" }"#,
            "c1.json": #"{ "c": "Int" }"#, "c2.json": #"{ "a": "Int", "d": "Int" }"#,
        ])
        let run = try await command.run(
            "a.json", "--beside", "b.json", "--beside", "c1.json", "c2.json", "--access", "public")
        #expect(run.errors.hasPrefix("a.json:1:1: error: c1.json, which is in the same module, "))
        #expect(run.errors.components(separatedBy: ": error: ").count == 2)
        let json = try await command.run(
            "a.json", "--beside", "c2.json", "--diagnostics-format", "json")
        #expect(json.errors.contains(#""message""#))
    }

    /// The other's own run says what is wrong with it.
    @Test func errorsOfAnotherSchemaAreNotRepeated() async throws {
        let command = try Command(["a.json": #"{ "a": "Int" }"#, "b.json": #"{ "b": 7 }"#])
        let run = try await command.run("a.json", "--beside", "b.json")
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test func anotherSchemaIsNeitherMissingNorOverwritten() async throws {
        let command = try Command(["a.json": #"{ "a": "Int" }"#, "b.json": #"{ "b": "Int" }"#])
        #expect(try await command.run("a.json", "--beside", "c.json").status == 66)
        #expect(try await command.run("a.json", "--beside").status == 64)
        #expect(try await command.run("a.json", "--beside", "b.json", "-o", "b.json").status == 64)
        let run = try await command.run("a.json", "--beside", "b.json", "--emit", "tree")
        #expect(run.errors.contains("--beside is for Swift code"))
    }
}
