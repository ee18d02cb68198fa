import Foundation
import PathSchema
import TestSupport
import Testing

/// Disagreements between a schema and the app's types are errors in the schema's line.
@Suite struct TypeChecksTests {
    private static let schema = """
        {
          "players": {
            "<playerId: PlayerID>": {
              "$type": "Player",
              "score": "Int?",
              "tz": { "$type": "String", "$property": "timeZone" },
              "old": { "$type": "String", "$property": false },
              "at": "Date", "due": "Date",
              "left": "Date?", "seen": "Date?", "sent": "Date?"
            }
          },
          "inbox": "Message",
          "page": { "$type": "Page<Message>", "items": "[Message]" }
        }
        """

    private static let models = """
        import Foundation
        import TypedPaths
        struct PlayerID: RawRepresentable, PathKey { let rawValue: String }
        struct Message {}
        enum ServerTime: StoredTime { case pending }
        struct Player {
            var score: Int?; var timeZone: String; var at: Date; var due: ServerTime
            var left: Date?; var seen: ServerTime?; var sent: ServerTime
        }
        @MainActor final class Other {
            var score: Int?; var timeZone = ""; var at = Date.now; var due = ServerTime.pending
            var left: Date?; var seen: ServerTime?; var sent = ServerTime.pending
        }
        struct Page<Item> { var items: [Item] }
        """

    @Test(
        arguments: [
            (
                "score: Int?", "score: String", 5,
                "'KeyPath<Player, String>' to type 'KeyPath<Player, Int?>'"
            ),
            (
                "score: Int?", "score: Int", 5,
                "'KeyPath<Player, Int>' to type 'KeyPath<Player, Int?>'"
            ),
            (
                "timeZone: String", "tz: String", 6,
                "value of type 'Player' has no member 'timeZone'"
            ),
            ("at: Date", "on: Date", 8, "value of type 'Player' has no member 'at'"),
            (
                "at: Date", "at: String", 8,
                "'KeyPath<Player, String>' to expected argument type 'KeyPath<Player, Date>'"
            ),
            (
                "at: Date", "at: Double", 8,
                "'KeyPath<Player, Double>' to expected argument type 'KeyPath<Player, Date>'"
            ),
            (
                "at: Date", "at: Date?", 8,
                "'KeyPath<Player, Optional<Date>>' to expected argument type 'KeyPath<Player, Date>'"
            ),
            (
                "due: ServerTime", "due: ServerTime?", 8,
                "'KeyPath<Player, Optional<ServerTime>>' to expected argument type 'KeyPath<Player, Date>'"
            ),
            (
                "left: Date?", "left: Date", 9,
                "'KeyPath<Player, Date>' to expected argument type 'KeyPath<Player, Date?>'"
            ),
            (
                "left: Date?", "left: String?", 9,
                "'KeyPath<Player, Optional<String>>' to expected argument type 'KeyPath<Player, Date?>'"
            ),
            (
                "seen: ServerTime?", "seen: [Date]", 9,
                "'KeyPath<Player, Array<Date>>' to expected argument type 'KeyPath<Player, Date?>'"
            ),
            ("struct Message", "struct Mesage", 12, "cannot find type 'Message' in scope"),
            (
                "RawRepresentable, PathKey", "Hashable", 3,
                "type 'PlayerID' does not conform to protocol 'PathKey'"
            ),
            ("items: [Item]", "items: Set<Int>", 13, "'KeyPath<Page<Message>, Set<Int>>' to type"),
        ])
    func disagreementsAreErrorsInTheSchema(
        right: String, wrong: String, line: Int, message: String
    ) async throws {
        #expect(Self.models.contains(right))
        let models = Self.models.replacing(right, with: wrong)
        let errors = try await Self.errors(Self.schema, models, .nonisolated)
        let lines = errors.split(separator: "\n").filter {
            $0.hasPrefix("app/chat.paths.json:\(line):") && $0.contains(message)
        }
        #expect(!lines.isEmpty, "\(errors)")
        let others = errors.matches(of: /(?m)^app\/chat.paths.json:(\d+):/).map { $0.1 }
        #expect(Set(others.map { String($0) }).isSuperset(of: ["\(line)"]))
    }

    @Test(arguments: Isolation.allCases, ["Player", "Other"])
    func modelsThatAgreeCompile(isolation: Isolation, model: String) async throws {
        let schema = Self.schema.replacing("\"Player\"", with: "\"\(model)\"")
        #expect(try await Self.errors(schema, Self.models, isolation) == "")
    }

    @Test func checksCanBeLeftOut() throws {
        let with = try Generation(Self.schema).code
        let without = try Generation(Self.schema) { $0.typeChecks = false }.code
        #expect(with.hasPrefix(without + "\n/// Lets the compiler check"))
        let option = Self.schema.replacing(
            "{\n  \"players", with: "{ \"$options\": { \"typeChecks\": false },\n  \"players")
        #expect(try Generation(option).code == without)
    }

    /// The functions that check aren't part of what is linked.
    @Test func checksEmitNoCode() async throws {
        let compiler = try Compiler()
        let build = try await compiler.buildLibrary(
            "Paths",
            [
                SwiftFile("Paths.swift", try Generation(Self.schema).code),
                SwiftFile("Models.swift", Self.models),
            ])
        #expect(build.errors == "")
        let library = try Array(Data(contentsOf: compiler.folder["libPaths.a"]))
        let text = String(decoding: library, as: UTF8.self)
        #expect(!text.contains("check1") && !text.contains("optionalDate"))
    }

    /// The section about models shows a schema, a model, and what the compiler says.
    @Test func thePageShowsTheErrors() async throws {
        let page = try MarkdownPage("ChangingASchema.md")
        let text = try #require(page.blocks.first { $0.language == "text" }).text
        let schema = try #require(page.blocks.first { $0.language == "json" }).text
        let models = try #require(page.blocks.first { $0.language == "swift" }).text
        let errors = try await Self.errors(schema, models + "\n", .nonisolated)
        let found = errors.matches(of: /(?m)^app\/(chat.paths.json:\d+):\d+(: error: .*)$/)
            .map { "\($0.1)\($0.2)" }
        #expect(found.sorted() == text.split(separator: "\n").map(String.init).sorted())
    }

    private static func errors(
        _ schema: String, _ models: String, _ isolation: Isolation
    ) async throws -> String {
        let generation = try Generation(schema, from: "app/chat.paths.json")
        return try await Compiler().typecheck(
            [SwiftFile("Paths.swift", generation.code), SwiftFile("Models.swift", models)],
            isolation: isolation
        ).errors
    }
}
