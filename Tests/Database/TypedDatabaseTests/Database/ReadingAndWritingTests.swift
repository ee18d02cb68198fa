import Foundation
import Testing
import TypedPaths

@testable import TypedDatabase

@Suite struct ReadingAndWritingTests {
    private let engine = MemoryEngine(now: { Date(timeIntervalSince1970: 1_526_549_400) })
    private let database: TreeDatabase
    private let board = Path().board("ideas")
    private let ana: PlayerID = "ana"

    init() {
        database = TreeDatabase(engine)
    }

    @Test func setValuesAreReadBack() async throws {
        try await database.set("Ideas", at: board.name)
        #expect(try await database.value(at: board.name) == "Ideas")
        #expect(engine.value == ["boards": ["ideas": ["name": "Ideas"]]])
    }

    @Test func anEngineOnThisMachineIsConnected() async {
        #expect(await database.connection.first { _ in true } == .connected)
    }

    @Test func anOptionalPathGivesAnOptional() async throws {
        try await database.set("Swift", at: board.topic)
        let topic: String? = try await database.value(at: board.topic)
        #expect(topic == "Swift")
        try await database.set(nil, at: board.topic)
        #expect(try await database.value(at: board.topic) == nil)
        #expect(engine.value == nil)
    }

    @Test func addedElementsSortAfterEarlierOnes() async throws {
        let paths = [
            try await database.add(Note(author: ana, text: "1"), to: board.notes),
            try await database.add(Note(author: ana, text: "2"), to: board.notes),
        ]
        #expect(try await database.value(at: paths[1]) == Note(author: ana, text: "2"))
        let keys = try await database.keys(of: board.notes)
        #expect(keys.map { board.note($0) } == paths)
    }

    @Test func toAddNothingIsAnError() async throws {
        let path: Path<[String]>.Collection = Path.append(Path(), "lists")
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await database.add([], to: path)
        }
        #expect(error?.kind == .nothingToStore)
        #expect(error?.place?.keys.first == "lists")
    }

    @Test func aNewKeyMustBeOneOfTheCollection() async throws {
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await database.add("x", to: Path().years)
        }
        #expect(error?.kind == .invalidKey)
    }

    @Test func pathsAndCollectionsAreRemoved() async throws {
        try await database.set("Ideas", at: board.name)
        try await database.add(Note(author: ana, text: "Hi"), to: board.notes)
        try await database.remove(at: board.notes)
        #expect(engine.value == ["boards": ["ideas": ["name": "Ideas"]]])
        try await database.remove(at: board)
        #expect(engine.value == nil)
        try await database.set("Ideas", at: board.name)
        try await database.remove(at: Path())
        #expect(engine.value == nil)
    }

    @Test func mergingLeavesOtherChildren() async throws {
        let player: Path<Player> = Path().player(ana)
        try await engine.set(["score": 1, "badges": ["a": true]], at: TreePlace(player))
        try await database.merge(Player(ana), into: player)
        #expect(
            engine.value == [
                "players": ["ana": ["id": "ana", "name": "Ana", "badges": ["a": true]]]
            ])
    }

    @Test func modelsAreSavedUnderTheirID() async throws {
        try await database.save(Player(ana, score: 1), in: Path().players)
        #expect(try await database.value(at: Path().player(ana)) == Player(ana, score: 1))
        try await database.remove(Player(ana), in: Path().players)
        #expect(engine.value == nil)

        let untyped: Path<Player>.Collection = Path.append(Path(), "others")
        try await database.save(Player(ana), in: untyped)
        #expect(try await database.exists(at: untyped.child("ana")))
        try await database.remove(Player(ana), in: untyped)
        #expect(try await !database.exists(at: untyped.child("ana")))
    }

    @Test(arguments: ["", "a/b", "a.b", String(repeating: "a", count: 769)])
    func anIDThatIsNoKeyIsAnError(_ id: String) async throws {
        let player = Player(PlayerID(rawValue: id))
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await database.save(player, in: Path().players)
        }
        #expect(error?.kind == .invalidKey)
        #expect(engine.value == nil)
        await #expect(throws: TreeDatabaseError.self) {
            _ = try await database.elements(of: Path().players, withKeys: [player.id])
        }
        await #expect(throws: TreeDatabaseError.self) {
            _ = try await database.children(of: Path().players).starting(at: player.id).get()
        }
    }

    @Test func elementsAreReadByKey() async throws {
        for id: PlayerID in ["ana", "ben", "cleo"] {
            try await database.save(Player(id), in: Path().players)
        }
        let players = try await database.elements(
            of: Path().players, withKeys: ["cleo", "nobody", "ana"])
        #expect(players.map(\.key) == ["cleo", "ana"])
        #expect(try players.decoded().map(\.name) == ["Cleo", "Ana"])
        let many = try await database.elements(
            of: Path().players, withKeys: (0..<100).map { _ in "ben" })
        #expect(many.count == 100)
    }

    @Test func placesWithoutAModelAreReadAsATypeThatOneSays() async throws {
        try await database.set("Ideas", at: board.name)
        #expect(
            try await database.value(at: board, as: BoardInfo.self) == BoardInfo(name: "Ideas"))
        #expect(
            try await database.value(at: Path().boards, as: TreeValue.self)
                == ["ideas": ["name": "Ideas"]])
        #expect(try await database.keys(of: board).map { $0 } == ["name"])
        #expect(try await database.keys(of: board.name).isEmpty)
    }

    @Test func valueOfAnotherTypeIsADecodingError() async throws {
        try await engine.set(1, at: TreePlace(board.name))
        await #expect(throws: DecodingError.self) { try await database.value(at: board.name) }
    }
}
