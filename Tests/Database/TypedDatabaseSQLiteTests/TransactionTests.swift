import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance
import TypedPaths

@testable import TypedDatabaseSQLite

@Suite(.timeLimit(.minutes(5))) struct TransactionTests {
    let folder: TemporaryFolder
    let engine: SQLiteEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SQLiteEngine(at: folder.path("a.sqlite"))
    }

    @Test func transactionsAndWritesOfManyTasksAllSucceed() async throws {
        let load = TransactionLoad(tasks: Effort.times(8), times: 20)
        try await load.count(in: engine)
        try await load.transfer(in: engine)
    }

    @Test func transactionsOfSeveralProcessesAllSucceed() async throws {
        let count = Effort.times(50)
        let writers = try (0..<3).map { _ in
            try RunningProgram(
                Products.program("sqlite-writer"),
                ["transact", folder.path("a.sqlite"), "\(count)"])
        }
        let load = TransactionLoad(tasks: 4, times: count)
        try await load.transfer(in: engine, accounts: 2)
        for writer in writers { #expect(await writer.remainingLines() == []) }
        let all = Int64(3 * count)
        #expect(try await engine.read(["count"], .all).value == .integer(all))
        #expect(try await engine.read(["a"], .all).value == .integer(-all))
        #expect(try await engine.read(["b"], .all).value == .integer(all))
    }

    /// Of children without an index, too, whose values must be read then.
    @Test func childrenAreCountedWithAndWithoutAnIndex() async throws {
        let indexed = try SQLiteEngine(
            at: folder.path("b.sqlite"), indexes: ["players": ["score"]])
        for engine in [engine, indexed] {
            let players: Path<[String: Int]>.Collection = Path.append(Path(), "players")
            let database = TreeDatabase(engine)
            try await database.write { batch in
                for number in 0..<100 {
                    batch.set(
                        Dictionary(uniqueKeysWithValues: (0..<20).map { ("field\($0)", $0) })
                            .merging(["score": number % 10]) { $1 },
                        at: players.child("p\(number)"))
                }
            }
            let query = database.children(of: players)
            #expect(try await query.count() == 100)
            #expect(try await query.starting(at: "p9").count() == 11)
            #expect(try await query.last(7).count() == 7)
            let byScore = query.ordered(byChild: "score")
            #expect(try await byScore.count() == 100)
            #expect(try await byScore.equal(to: 3).count() == 10)
            #expect(try await byScore.starting(at: 8).first(15).count() == 15)
        }
    }
}
