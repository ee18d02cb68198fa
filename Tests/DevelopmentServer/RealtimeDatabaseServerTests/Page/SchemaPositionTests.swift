import PathSchema
import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite struct SchemaPositionTests {
    private func root() throws -> SchemaPosition {
        let text = """
            {
              "users": { "<userId: UserID>": { "$type": "User", "name": "String", "mail": "String?" } },
              "posts": { "<userId: UserID>": { "<number: Int>": "Post" } },
              "tags": "[String]", "flags": "[String: Bool]", "default": "Bool", "self": "Bool",
              "stats": { "total": "Int", "<day>": "Double" },
              "comments": { "<id>": { "$name": "Comment", "replies": { "<id>": "Comment" } } },
              "players": { "$index": "team/score", "<id>": { "team": { "score": "Int" } } }
            }
            """
        let result = SchemaCompiler.compile([SourceText(name: "schema.json", text: text)])
        return SchemaPosition(rootOf: try #require(result.schema))
    }

    private static let places: [(String, String?, String?)] = [
        ("", "Path()", "Root"),
        ("users", "Path().users", "<userId: UserID>"),
        ("users/a\"b\\", #"Path().user(UserID(rawValue: "a\"b\\"))"#, "User"),
        ("users/ana/name", #"Path().user(UserID(rawValue: "ana")).name"#, "String"),
        ("posts/ana", #"Path().post(UserID(rawValue: "ana"))"#, "<number: Int>"),
        ("posts/ana/7", #"Path().post(UserID(rawValue: "ana"), number: 7)"#, "Post"),
        ("posts/ana/7/text", nil, nil),
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

    private static let queries: [(String, [String: String], String?)] = [
        ("users", ["orderBy": "\"$key\""], "database.children(of: Path().users)"),
        (
            "users", ["orderBy": "\"$key\"", "startAfter": "\"ana\"", "limitToFirst": "5"],
            #"database.children(of: Path().users).starting(after: UserID(rawValue: "ana")).first(5)"#
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
            #"database.children(of: Path().players).ordered(by: \.team.score).ending(at: nil)"#
        ),
        (
            "posts/ana", ["orderBy": "\"$value\"", "startAt": "true"],
            #"database.children(of: Path().post(UserID(rawValue: "ana"))).orderedByValue().starting(at: true)"#
        ),
        ("users", ["orderBy": "\"$value\"", "startAt": "1,\"key\""], nil),
        ("users/ana", ["orderBy": "\"$key\""], nil),
        ("nothing", ["orderBy": "\"$key\""], nil),
    ]

    @Test(arguments: queries)
    func aQueryIsACall(place: String, parameters: [String: String], call: String?) throws {
        let position = try root().descendant(TreePlace(slashSeparated: place).keys.map(\.text))
        let selection = try QueryParser(parameters: parameters).selection()
        #expect(SwiftQuery(position: position, selection: selection).text == call)
    }
}
