import Foundation
import Testing
import TypedPaths

@testable import TypedDatabase

@Suite struct QueryTests {
    private let engine = MemoryEngine([
        "players": [
            "ana": ["id": "ana", "name": "Ana", "score": 30],
            "ben": ["id": "ben", "name": "Ben", "score": 10, "isActive": true],
            "cleo": ["id": "cleo", "name": "Cleo", "isActive": false],
            "dan": ["id": "dan", "name": "Dan", "score": "many"],
            "eve": ["id": "eve", "name": "Eve", "score": 20.5, "isActive": true],
        ],
        "scores": ["a": 3, "b": 1, "c": 2],
        "years": ["2018": "x", "7": "y", "007": "z", "old": "w"],
        "members": ["owner": ["id": "o", "name": "O"], "ana": ["id": "ana", "name": "Ana"]],
        "drafts": ["ana": ["one": "a", "two": "b"]],
        "boards": ["ideas": ["name": "Ideas", "notes": ["n1": ["author": "ana", "text": "Hi"]]]],
    ])
    private let database: TreeDatabase

    init() {
        database = TreeDatabase(engine)
    }

    private var players: TreeQuery<PlayerID, Player, ByKey<Player>> {
        database.children(of: Path().players)
    }

    private func keys<Order>(_ query: TreeQuery<PlayerID, Player, Order>) async throws -> String {
        let children = try await query.get().map(\.key.rawValue)
        // However they are asked for, they are the same.
        #expect(try await query.keys().map(\.rawValue) == children)
        var snapshots = query.snapshots().makeAsyncIterator()
        #expect(try await snapshots.next()?.map(\.key.rawValue) == children)
        return children.joined(separator: " ")
    }

    @Test func childrenAreOrderedByKey() async throws {
        #expect(try await keys(players) == "ana ben cleo dan eve")
        #expect(try await keys(players.reversed()) == "eve dan cleo ben ana")
    }

    @Test func boundsAreKeys() async throws {
        #expect(try await keys(players.starting(at: "ben").ending(at: "dan")) == "ben cleo dan")
        #expect(try await keys(players.starting(after: "ben").ending(before: "dan")) == "cleo")
        #expect(try await keys(players.starting(at: "bob")) == "cleo dan eve")
        #expect(try await keys(players.equal(to: "ben")) == "ben")
        #expect(try await keys(players.equal(to: "bob")) == "")
        #expect(try await keys(players.starting(at: "dan").ending(at: "ben")) == "")
    }

    @Test func childrenAreIdentifiedByTheBytesOfTheirKeys() async throws {
        let database = TreeDatabase(
            MemoryEngine(["drafts": ["e\u{301}": ["one": "a"], "\u{e9}": ["one": "b"]]]))
        let children = try await database.children(of: Path().drafts).get()
        #expect(children.map(\.id.text) == ["e\u{301}", "\u{e9}"])
        #expect(Set(children.map(\.key)).count == 1)
        #expect(Set(children.map(\.id)).count == 2)
        let snapshot = try await database.children(of: Path().drafts).snapshots()
            .first { _ in true }
        #expect(snapshot?.map(\.id) == children.map(\.id))
    }

    @Test func limitsCountInTheOrderOfTheQuery() async throws {
        #expect(try await keys(players.first(2)) == "ana ben")
        #expect(try await keys(players.last(2)) == "dan eve")
        #expect(try await keys(players.reversed().first(2)) == "eve dan")
        #expect(try await keys(players.reversed().last(2)) == "ben ana")
        #expect(try await keys(players.first(2).reversed()) == "ben ana")
        #expect(try await keys(players.first(100)) == "ana ben cleo dan eve")
    }

    @Test func childrenAreOrderedByAField() async throws {
        let byScore = players.ordered(by: \.score)
        #expect(try await keys(byScore) == "cleo ben eve ana dan")
        #expect(try await keys(byScore.reversed().first(2)) == "dan ana")
        #expect(try await keys(players.ordered(by: \.isActive)) == "ana dan cleo ben eve")
        #expect(try await keys(players.ordered(byChild: "score")) == "cleo ben eve ana dan")
    }

    @Test func boundsAreOfTheFieldsType() async throws {
        let byScore = players.ordered(by: \.score)
        #expect(try await keys(byScore.starting(at: 10).ending(at: 20)) == "ben")
        #expect(try await keys(byScore.starting(after: 10).ending(before: 31)) == "eve ana")
        #expect(try await keys(byScore.equal(to: 30)) == "ana")
        #expect(try await keys(byScore.equal(to: nil)) == "cleo")
        #expect(try await keys(players.ordered(by: \.isActive).equal(to: true)) == "ben eve")
        #expect(try await keys(players.ordered(by: \.name).starting(at: "D")) == "dan eve")
        let untyped = players.ordered(byChild: "score")
        #expect(try await keys(untyped.starting(at: 20.5).ending(at: "z")) == "eve ana dan")
    }

    @Test func oneBoundLeavesTheOtherEndOpen() async throws {
        let byScore = players.ordered(by: \.score)
        // Those that lack the value come first, and later types after.
        #expect(try await keys(byScore.ending(at: 10)) == "cleo ben")
        #expect(try await keys(byScore.ending(before: 10)) == "cleo")
        #expect(try await keys(byScore.starting(at: 30)) == "ana dan")
    }

    @Test func childrenAreOrderedByTheirValue() async throws {
        let scores = database.children(of: Path().scores).orderedByValue()
        #expect(try await scores.get().map(\.key) == ["b", "c", "a"])
        #expect(try await scores.starting(at: 2).get().decoded() == [2, 3])
        #expect(try await scores.last(1).get().decoded() == [3])
    }

    @Test func keysOfAnotherTypeAreNotLost() async throws {
        let years = database.children(of: Path().years)
        let children = try await years.get()
        #expect(children.map(\.key) == [7, 2018])
        #expect(children.invalidKeys == ["007", "old"])
        #expect(try children.decoded() == ["y", "x"])
        let keys = try await years.reversed().keys()
        #expect(keys.map { $0 } == [2018, 7])
        #expect(keys.invalidKeys == ["old", "007"])
        #expect(try await years.count() == 4)
    }

    @Test func collectionsOfCollectionsAreListed() async throws {
        let drafts = try await database.children(of: Path().drafts).get()
        let path: Path<String>.Collection = try #require(drafts.first).path
        #expect(path == Path().drafts.child("ana"))
        #expect(try await database.children(of: path).get().decoded() == ["a", "b"])
    }

    @Test func placesThatTakeAnyKeyAreListed() async throws {
        let members = Path().members
        let children = try await database.children(of: members, by: members.child).get()
        #expect(children.map(\.key) == ["ana", "owner"])
        #expect(children.map(\.path) == [members.child("ana"), members.owner])
        #expect(try children.decoded().map(\.name) == ["Ana", "O"])

        let root = database.children(of: Path(), by: Path().board)
        #expect(try await root.keys().contains("players"))
    }

    @Test func phantomsAreListedAndReadAsATypeThatOneSays() async throws {
        let boards = try await database.children(of: Path().boards).get()
        #expect(boards.map(\.key) == ["ideas"])
        #expect(boards.map(\.path) == [Path().board("ideas")])
        #expect(try boards.first?.decoded(as: BoardInfo.self) == BoardInfo(name: "Ideas"))

        let infos = database.children(of: Path().boards, as: BoardInfo.self)
        let named = try await infos.ordered(by: \.name).equal(to: "Ideas").get()
        #expect(try named.decoded() == [BoardInfo(name: "Ideas")])
    }

    @Test func aScalarHasNoChildren() async throws {
        let names: Path<String>.Collection = Path.append(Path().board("ideas"), "name")
        #expect(try await database.children(of: names).get().isEmpty)
        #expect(try await database.keys(of: names).isEmpty)
        #expect(try await database.children(of: names).count() == 0)
        #expect(try await database.exists(at: names))
    }

    @Test func childrenAreCounted() async throws {
        let players = database.children(of: Path().players)
        let all = try await players.get()
        #expect(all.count > 2)
        #expect(try await players.count() == all.count)
        #expect(try await players.reversed().count() == all.count)
        #expect(try await players.first(2).count() == 2)
        #expect(try await players.last(1000).count() == all.count)
        #expect(try await players.starting(after: all[0].key).count() == all.count - 1)
        #expect(try await players.ordered(by: \.score).count() == all.count)
        let scored = players.ordered(by: \.score).starting(after: nil)
        #expect(try await scored.count() == scored.get().count)
        #expect(try await scored.last(1).count() == 1)
        #expect(try await database.children(of: Path().board("none").notes).count() == 0)
    }

    @Test func invalidQueriesAreErrors() async throws {
        let scores = database.children(of: Path().scores)
        let lists = database.children(of: Path().scores, as: [Int].self)
        try await expectInvalid(scores.first(0))
        try await expectInvalid(scores.last(-1))
        try await expectInvalid(lists.orderedByValue().equal(to: [1, 2]))
        try await expectInvalid(scores.starting(at: "a").orderedByValue())
        for child in ["", "a//b", "/", "a/", "a.b", "$key"] {
            await #expect(throws: TreeDatabaseError.self, "\(child)") {
                _ = try await scores.ordered(byChild: child).get()
            }
        }
        let doubles = database.children(of: Path().scores, as: Double.self)
        await #expect(throws: (any Error).self) {
            _ = try await doubles.orderedByValue().equal(to: .nan).get()
        }
    }

    private func expectInvalid<Key, Value, Order>(_ query: TreeQuery<Key, Value, Order>)
        async throws
    {
        let error = await #expect(throws: TreeDatabaseError.self) { _ = try await query.get() }
        #expect(error?.kind == .invalidQuery)
        await #expect(throws: TreeDatabaseError.self) { _ = try await query.keys() }
        await #expect(throws: TreeDatabaseError.self) { _ = try await query.count() }
    }

    @Test func aValueIsDecodedOnceAndKept() async throws {
        try await engine.set(["a": ["count": 1]], at: ["counters"])
        let children = try await database.children(of: Path().counters).get()
        let value = try children[0].value
        #expect(try children[0].value === value)
    }
}
