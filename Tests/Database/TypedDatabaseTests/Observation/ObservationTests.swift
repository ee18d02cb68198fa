import Testing
import TypedPaths

@testable import TypedDatabase

@Suite(.timeLimit(.minutes(1))) struct ObservationTests {
    private let engine = MemoryEngine()
    private let database: TreeDatabase
    private let board = Path().board("ideas")
    private let ana: PlayerID = "ana"

    init() {
        database = TreeDatabase(engine)
    }

    private func note(_ text: String) -> Note { Note(author: ana, text: text) }

    @Test func valuesBeginWithTheStateNow() async throws {
        var values = database.snapshots(at: board.name).makeAsyncIterator()
        #expect(try await values.next() == .some(nil))
        try await database.set("Ideas", at: board.name)
        #expect(try await values.next() == "Ideas")
        try await database.remove(at: board)
        #expect(try await values.next() == .some(nil))
    }

    @Test func equalValuesAreNotRepeated() async throws {
        try await database.set("a", at: board.name)
        var values = database.snapshots(at: board.name).makeAsyncIterator()
        #expect(try await values.next() == "a")
        try await database.set("a", at: board.name)
        try await database.set("other", at: board.topic)
        try await database.set("b", at: board.name)
        #expect(try await values.next() == "b")
    }

    @Test func aValueThatDoesNotDecodeIsNotTheEnd() async throws {
        try await engine.set(1, at: TreePlace(board.name))
        var values = database.snapshots(at: board.name).makeAsyncIterator()
        await #expect(throws: DecodingError.self) { _ = try await values.next() }
        try await database.set("b", at: board.name)
        #expect(try await values.next() == "b")
    }

    @Test func snapshotsAreWhole() async throws {
        var snapshots = database.children(of: board.notes).snapshots().makeAsyncIterator()
        #expect(try await snapshots.next() == Children())
        try await database.write { batch in
            batch.set(note("1"), at: board.note("n1"))
            batch.set(note("2"), at: board.note("n2"))
        }
        #expect(try await snapshots.next()?.decoded() == [note("1"), note("2")])
        try await database.set("1!", at: Path.append(board.note("n1"), "text"))
        let snapshot = try #require(try await snapshots.next())
        #expect(try snapshot.decoded() == [note("1!"), note("2")])
        #expect(snapshot.map(\.path) == [board.note("n1"), board.note("n2")])
    }

    @Test func changesLeadFromOneStateToTheNext() async throws {
        try await database.save(Player("ana", score: 1), in: Path().players)
        try await database.save(Player("ben", score: 2), in: Path().players)
        let query = database.children(of: Path().players).ordered(by: \.score)
        var changes = query.changes().makeAsyncIterator()
        #expect(try await shown(changes.next()) == ["+ ana 0", "+ ben 1"])
        try await database.set(3, at: Path().player("ana").score)
        #expect(try await shown(changes.next()) == ["> ana 0 1", "= ana 1"])
        try await database.write { batch in
            batch.remove(at: Path().player("ana"))
            batch.save(Player("cleo", score: 1), in: Path().players)
            batch.set("Benno", at: Path().player("ben").name)
        }
        #expect(try await shown(changes.next()) == ["- ana 1", "+ cleo 0", "= ben 1"])
    }

    private func shown(_ changes: ChildrenChanges<PlayerID, Player>?) throws -> [String] {
        try #require(changes).map { change in
            switch change {
            case .removed(let child, let offset): "- \(child.key.rawValue) \(offset)"
            case .added(let child, let offset): "+ \(child.key.rawValue) \(offset)"
            case .moved(let child, let from, let to): "> \(child.key.rawValue) \(from) \(to)"
            case .changed(let child, let offset): "= \(child.key.rawValue) \(offset)"
            }
        }
    }

    @Test func oneBadElementHidesNoOther() async throws {
        try await engine.set(
            ["n1": ["author": "ana", "text": "Hi"], "n2": 7], at: TreePlace(board.notes))
        let notes = try await database.children(of: board.notes).get()
        #expect(notes.count == 2)
        #expect(throws: DecodingError.self) { try notes[1].value }
        var bad: [NoteID] = []
        #expect(notes.decoded { child, _ in bad.append(child.key) } == [note("Hi")])
        #expect(bad == ["n2"])
        #expect(throws: DecodingError.self) { try notes.decoded() }
    }

    @Test func cancellingEndsALoopAndItsSubscription() async throws {
        let (database, board, engine) = (database, board, engine)
        let task = Task {
            var count = 0
            for try await _ in database.snapshots(at: board.name) { count += 1 }
            for try await _ in database.children(of: board.notes).changes() { count += 1 }
            return count
        }
        while engine.watchCount == 0 { await Task.yield() }
        task.cancel()
        #expect(try await task.value <= 1)
        #expect(engine.watchCount == 0)
    }

    @Test func endingALoopEndsItsSubscription() async throws {
        for try await _ in database.children(of: board.notes).snapshots() {
            #expect(engine.watchCount == 1)
            break
        }
        #expect(engine.watchCount == 0)
        _ = database.snapshots(at: board.name).makeAsyncIterator()
        #expect(engine.watchCount == 0)
    }

    @Test func aQueryThatCannotBeAskedFailsOnceAndEnds() async throws {
        var snapshots = database.children(of: board.notes).first(0).snapshots()
            .makeAsyncIterator()
        await #expect(throws: TreeDatabaseError.self) { _ = try await snapshots.next() }
        #expect(try await snapshots.next() == nil)
    }

    @Test func aSlowReaderMissesNothingThatStays() async throws {
        var changes = database.children(of: Path().scores).changes().makeAsyncIterator()
        var array: [Child<String, Int>] = []
        try await changes.next()?.apply(to: &array)
        for number in 0..<2000 {
            try await database.set(number, at: Path().scores.child("\(number % 50)"))
        }
        try await changes.next()?.apply(to: &array)
        #expect(try array.decoded() == (1950..<2000).map { $0 })
    }
}
