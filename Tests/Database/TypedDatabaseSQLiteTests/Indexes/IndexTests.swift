import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite struct IndexTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("a.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let players: TreeValue = [
        "ana": ["name": "Ana", "score": 40, "team": ["name": "red"]],
        "ben": ["name": "Ben", "score": 120], "cleo": ["name": "Cleo"],
        "dan": ["score": 40.5, "team": "blue"], "eve": ["score": "40"], "7": ["score": true],
        "12": ["score": ["a": 1]], "guest": 3,
    ]

    private static let byScore: [TreeKey] = [
        "cleo", "guest", "7", "ana", "dan", "ben", "eve", "12",
    ]

    private func select(
        _ place: TreePlace, _ order: TreeSelection.Order, on engine: SQLiteEngine
    ) async throws -> [TreeKey] {
        let keys = try await engine.keys(of: place, TreeSelection(order: order))
        guard case .children(let keys) = keys else { return [] }
        return keys
    }

    // MARK: Reading

    @Test func childrenComeInTheOrderOfAnIndex() async throws {
        let engine = try SQLiteEngine(at: path, indexes: ["players": ["score", "team/name"]])
        try await engine.set(Self.players, at: ["players"])
        #expect(try await select(["players"], .child(["score"]), on: engine) == Self.byScore)
        #expect(
            try await select(["players"], .child(["team", "name"]), on: engine)
                == ["7", "12", "ben", "cleo", "dan", "eve", "guest", "ana"])
        let last = TreeSelection(order: .child(["score"]), limit: .last(3))
        #expect(
            try await engine.read(["players"], last).value == [
                "ben": ["name": "Ben", "score": 120], "eve": ["score": "40"],
                "12": ["score": ["a": 1]],
            ])
    }

    /// Deletes a row of the index, so that the result shows whether the index was read.
    @Test func indexedQueriesReadOnlyTheIndex() async throws {
        let engine = try SQLiteEngine(at: path, indexes: ["players": ["score"]])
        try await engine.set(["ana": ["score": 1], "ben": ["score": 2]], at: ["players"])
        let other = try Connection(path, flags: 2)
        try other.run("DELETE FROM indexed_child WHERE position < x'04C0'")
        let first = TreeSelection(order: .child(["score"]), limit: .first(1))
        #expect(try await engine.read(["players"], first).value == ["ben": ["score": 2]])
        #expect(try await engine.keys(of: ["players"], first) == .children(["ben"]))
        let all = TreeSelection(order: .child(["score"]))
        #expect(try await engine.read(["players"], all).value?.children.count == 2)

        try other.run("DELETE FROM subtree")
        let error = await databaseError { _ = try await engine.read(["players"], first) }
        #expect(error?.kind == .damagedFile)
    }

    // MARK: Writing

    /// Edits at, above and below elements: what an index has is what it would have if it were new.
    @Test(
        arguments: [
            (["players", "ana", "score"], 7), (["players", "ana", "score"], nil),
            (["players", "ana", "score", "deep"], 7), (["players", "ana"], nil),
            (["players", "ana", "name"], "Ann"), (["players", "cleo", "name"], nil),
            (["players", "guest", "score"], 7), (["players", "12", "score", "a"], nil),
            (["players"], nil), (["players"], ["fay": ["score": 1]]), ([], nil),
            ([], ["players": ["fay": ["score": 1]]]), (["players", "new", "x", "y"], 1),
            (["players"], "none"), (["teams", "ana", "score"], 7),
        ] as [(TreePlace, TreeValue?)])
    func anEditChangesWhatItConcerns(_ place: TreePlace, _ value: TreeValue?) async throws {
        let indexes = [
            "players": ["score", ".value"], "$group/$id": [".value"], "": ["ana/score"],
        ]
        let engine = try SQLiteEngine(at: path, indexes: indexes)
        try await engine.set(Self.players, at: ["players"])
        try await engine.set(value, at: place)
        let connection = try Connection(path, flags: 1)
        let expected = try connection.expectedIndexRows()
        #expect(try connection.indexRows() == expected)
    }

    // MARK: Lists

    @Test func anIndexIsBuiltAndDroppedWhenTheFileIsOpened() async throws {
        func indexes() throws -> [String] {
            try Connection(path, flags: 2).keptIndexes().map {
                "\($0.index.collectionText) by \($0.index.childText)"
            }.sorted()
        }
        func open(_ indexes: [String: [String]]?) async throws {
            let engine = try SQLiteEngine(at: path, indexes: indexes)
            #expect(try await select(["players"], .child(["score"]), on: engine) == Self.byScore)
            await engine.close()
        }
        let first = try SQLiteEngine(at: path)
        try await first.set(Self.players, at: ["players"])
        await first.close()
        try await open(["players": ["score"], "posts/$userId": [".value"]])
        #expect(try indexes() == ["players by score", "posts/$ by .value"])
        try await open(nil)
        #expect(try indexes() == ["players by score", "posts/$ by .value"])
        try await open(["players": ["name", "score", "score"], "posts/$id": [".value"]])
        #expect(try indexes() == ["players by name", "players by score", "posts/$ by .value"])
        try await open(["players": ["name"]])
        #expect(try indexes() == ["players by name"])
        #expect(try Connection(path, flags: 2).indexRows().count == 8)
        try await open([:])
        #expect(try indexes() == [])
        #expect(try Connection(path, flags: 2).indexRows() == [])
    }

    @Test func anIndexThatIsBuiltAgainIsTheSame() async throws {
        let engine = try SQLiteEngine(at: path, indexes: ["players": ["score"]])
        try await engine.set(Self.players, at: ["players"])
        await engine.close()
        let rows = try Connection(path, flags: 2).indexRows()
        #expect(rows.count == 8)
        try await SQLiteEngine(at: path, indexes: [:]).close()
        try await SQLiteEngine(at: path, indexes: ["players": ["score"]]).close()
        #expect(try Connection(path, flags: 2).indexRows() == rows)
    }

    @Test func anIndexThatAnotherEngineNeedsIsKept() async throws {
        let first = try SQLiteEngine(at: path, indexes: ["players": ["score"]])
        let second = try SQLiteEngine(at: path, indexes: ["players": ["name"]])
        for (engine, key) in [(first, "ana"), (second, "ben")] as [(SQLiteEngine, TreeKey)] {
            try await engine.set(Self.players.children[key], at: ["players", key])
        }
        let connection = try Connection(path, flags: 2)
        #expect(try connection.keptIndexes().map(\.index.childText) == ["score", "name"])
        #expect(try connection.indexRows() == connection.expectedIndexRows())
        await first.close()
        await second.close()
        _ = try SQLiteEngine(at: path, indexes: ["players": ["name"]])
        #expect(try connection.keptIndexes().map(\.index.childText) == ["score", "name"])
    }

    @Test func readsAreRightWhileIndexesComeAndGo() async throws {
        let reader = try SQLiteEngine(at: path)
        try await reader.set(Self.players, at: ["players"])
        let reads = Task {
            while !Task.isCancelled {
                let keys = try await select(["players"], .child(["score"]), on: reader)
                #expect(keys == Self.byScore)
            }
        }
        let connection = try DatabaseFile(path: path, options: .init()).open()
        let indexes = try ChildIndex.all(in: ["players": ["score"]])
        for _ in 0..<200 {
            try connection.transaction { try connection.build(indexes) }
            try connection.transaction { try connection.dropIndexes(except: []) }
        }
        reads.cancel()
        _ = try? await reads.value
    }

    @Test(
        arguments: [
            ("players//x", "score", "\"\" is no key"), ("/players", "score", "\"\" is no key"),
            ("players", "", "\"\" is no child"), ("players", "a.b", "\"a.b\" is no key"),
            ("players", "$a", "\"$a\" is no key"), ("a#b", "score", "\"a#b\" is no key"),
        ])
    func aListWithAKeyThatThereCannotBeIsAnError(
        _ collection: String, _ child: String, _ words: String
    ) throws {
        let error = #expect(throws: TreeDatabaseError.self) {
            _ = try SQLiteEngine(at: path, indexes: [collection: [child]])
        }
        #expect(error?.kind == .invalidKey)
        let start = "there can't be an index of \"\(collection)\" by \"\(child)\": \(words)"
        #expect(error?.message.hasPrefix(start) == true, "\(error?.message ?? "")")
        #expect(try folder.names == [])
    }
}
