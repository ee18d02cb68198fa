import PathCodegen
import PathSchema
import TestSupport
import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite struct SchemaPositionTests {
    private func schema() throws -> Schema {
        let text = """
            {
              "users": { "<userId: UserID>": { "$type": "User", "name": "String", "mail": "String?" } },
              "posts": { "<userId: UserID>": { "<number: Int>": "Post" } },
              "days": { "<day: Day>": "Int" }, "files": { "<id: UUID>": "Int" },
              "words": { "<word: Substring>": "Int" }, "bytes": { "<byte: Int>": "Int" },
              "tags": "[String]", "flags": "[String: Bool]", "default": "Bool", "self": "Bool",
              "stats": { "total": "Int", "<day>": "Double" },
              "comments": { "<id>": { "$name": "Comment", "replies": { "<id>": "Comment" } } },
              "players": { "$index": "team/score", "<id>": { "team": { "score": "Int" } } }
            }
            """
        let result = SchemaCompiler.compile([SourceText(name: "schema.json", text: text)])
        return try #require(result.schema)
    }

    private func root() throws -> SchemaPosition { SchemaPosition(rootOf: try schema()) }

    private static let places: [(String, String?, String?)] = [
        ("", "Path()", "Root"),
        ("users", "Path().users", "<userId: UserID>"),
        ("users/a\"b\\", #"try Path().user(UserID(checking: "a\"b\\"))"#, "User"),
        ("users/ana/name", #"try Path().user(UserID(checking: "ana")).name"#, "String"),
        ("posts/ana", #"try Path().post(UserID(checking: "ana"))"#, "<number: Int>"),
        ("posts/ana/7", #"try Path().post(UserID(checking: "ana"), number: 7)"#, "Post"),
        ("posts/ana/7/text", nil, nil),
        (
            "posts/ana/07",
            #"try Path().post(UserID(checking: "ana"), number: Int(checking: "07"))"#, "Post"
        ),
        ("days/1", #"try Path().day(Day(checking: "1"))"#, "Int"),
        ("files/1", #"try Path().file(UUID(checking: "1"))"#, "Int"),
        ("words/a", #"Path().word("a")"#, "Int"),
        ("bytes/7", "Path().byte(7)", "Int"),
        ("tags", "Path().tags", "[String]"),
        ("tags/0", nil, "String"),
        ("flags/x", nil, "Bool"),
        ("default", "Path().default", "Bool"),
        ("self", "Path().`self`", "Bool"),
        ("stats/total", "Path().stats.total", "Int"),
        ("stats/monday", #"Path().stats.child("monday")"#, "Double"),
        (
            "comments/a/replies/b/replies/c", #"Path().comment("a").reply("b").reply("c")"#,
            "Comment"
        ),
        ("nothing", nil, nil),
        ("nothing/below", nil, nil),
    ]

    @Test func keysAreComparedByTheirBytes() throws {
        let text = #"{ "\u00e9": "Int", "a": { "\u00e9": "Int" } }"#
        let result = SchemaCompiler.compile([SourceText(name: "schema.json", text: text)])
        let root = SchemaPosition(rootOf: try #require(result.schema))
        #expect(root.child("\u{e9}").type == "Int")
        #expect(root.child("e\u{301}").type == nil)
        #expect(root.keyPath(to: ["a", "e\u{301}"]) == nil)
    }

    @Test(arguments: places)
    func aPlaceHasAPathAndAType(place: String, swift: String?, type: String?) throws {
        let position = try root().descendant(TreePlace(slashSeparated: place).keys.map(\.text))
        #expect(position.swift == swift)
        #expect(position.type == type)
    }

    @Test(
        arguments: [
            ("default", .bool(true), nil),
            ("default", .string("true"), "The schema says Bool, and this is a string."),
            ("stats/total", .integer(1), nil),
            ("stats/total", .double(1), nil),
            ("stats/total", .double(0.5), "The schema says Int, and this is a fraction."),
            ("stats/monday", .double(0.5), nil),
            ("tags", .string("a"), "The schema says [String], and this is a string."),
            ("tags/0", .integer(1), "The schema says String, and this is a number."),
            ("users", .bool(true), "The schema has children here, and this is a bool."),
            ("users/ana", .bool(true), "The schema has children here, and this is a bool."),
            ("users/ana/age", .integer(1), "The schema has no 'age' here."),
            ("posts/ana/x", .integer(1), "The schema has keys of type Int here."),
            ("posts/ana/7", .integer(1), nil),
            ("nothing", .integer(1), "The schema has no 'nothing' here."),
        ] as [(String, TreeValue, String?)])
    func aValueFitsOrDoesNot(place: String, value: TreeValue, reason: String?) throws {
        let position = try root().descendant(TreePlace(slashSeparated: place).keys.map(\.text))
        #expect(position.misfit(of: StoredKind(value)) == reason)
    }

    /// All that can be copied compiles, without a warning.
    @Test func pathsAndCallsCompile() async throws {
        let expressions = Self.places.compactMap(\.1) + Self.queries.compactMap(\.2)
        let errors = try await DatabaseCompiler().typecheck(
            """
            import Foundation
            import TypedDatabase
            \(Rendering.swift.render(try schema(), from: ["schema.json"]))
            struct UserID: RawRepresentable, PathKey { let rawValue: String }
            struct Day: RawRepresentable, PathKey {
                let rawValue: String
                init?(rawValue: String) { self.rawValue = rawValue }
            }
            struct User: Codable { var name: String; var mail: String? }
            struct Post: Codable {}
            func all(_ database: TreeDatabase) throws {
            \(expressions.map { "    _ = \($0)" }.joined(separator: "\n"))
            }
            """)
        #expect(errors == [])
    }

    private static let queries: [(String, [String: String], String?)] = [
        ("users", ["orderBy": "\"$key\""], "database.children(of: Path().users)"),
        (
            "users", ["orderBy": "\"$key\"", "startAfter": "\"ana\"", "limitToFirst": "5"],
            #"try database.children(of: Path().users).starting(after: UserID(checking: "ana")).first(5)"#
        ),
        (
            "users", ["orderBy": "\"name\"", "equalTo": "\"Ana\"", "limitToLast": "1"],
            #"database.children(of: Path().users).ordered(by: \.name).equal(to: "Ana").last(1)"#
        ),
        (
            "users", ["orderBy": "\"age\"", "startAt": "7", "endBefore": "8.5"],
            #"database.children(of: Path().users).ordered(byChild: "age").starting(at: 7).ending(before: 8.5)"#
        ),
        (
            "players", ["orderBy": "\"team/score\"", "endAt": "null"],
            nil
        ),
        (
            "players", ["orderBy": "\"team/score\"", "endAt": "7"],
            #"database.children(of: Path().players).ordered(by: \.team.score).ending(at: 7)"#
        ),
        (
            "players", ["orderBy": "\"team/score\"", "endAt": "\"x\""],
            #"database.children(of: Path().players).ordered(byChild: "team/score").ending(at: "x")"#
        ),
        (
            "users", ["orderBy": "\"mail\"", "equalTo": "null"],
            #"database.children(of: Path().users).ordered(by: \.mail).equal(to: nil)"#
        ),
        (
            "days", ["orderBy": "\"$value\"", "startAt": "7"],
            "database.children(of: Path().days).orderedByValue().starting(at: 7)"
        ),
        ("posts/ana", ["orderBy": "\"$value\"", "startAt": "true"], nil),
        ("users", ["orderBy": "\"$value\"", "startAt": "1,\"key\""], nil),
        ("users/ana", ["orderBy": "\"$key\""], nil),
        ("nothing", ["orderBy": "\"$key\""], nil),
        (
            "days", ["orderBy": "\"$key\"", "equalTo": "\"1\""],
            #"try database.children(of: Path().days).equal(to: Day(checking: "1"))"#
        ),
        (
            "bytes", ["orderBy": "\"$key\"", "startAt": "\"7\""],
            "database.children(of: Path().bytes).starting(at: 7)"
        ),
    ]

    @Test(arguments: queries)
    func aQueryIsACall(place: String, parameters: [String: String], call: String?) throws {
        let position = try root().descendant(TreePlace(slashSeparated: place).keys.map(\.text))
        let selection = try QueryParser(parameters: parameters).selection()
        #expect(SwiftQuery(position: position, selection: selection).text == call)
    }
}
