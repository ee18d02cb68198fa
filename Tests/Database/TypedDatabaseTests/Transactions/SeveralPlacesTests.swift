import Foundation
import TestSupport
import Testing
import TypedPaths

@testable import TypedDatabase

/// Transactions over several places.
@Suite struct SeveralPlacesTests {
    private let engine = MemoryEngine(now: { Date(timeIntervalSince1970: 1) })
    private let database: TreeDatabase
    private let ana = Path().player("ana")
    private let ben = Path().player("ben")

    init() {
        database = TreeDatabase(engine)
    }

    private struct NotEnough: Error {}

    @Test func placesAreReadAndWrittenTogether() async throws {
        try await database.set(30, at: ana.score)
        let left = try await database.transaction { transaction in
            let score = try await transaction.value(at: ana.score) ?? 0
            guard score >= 10 else { throw NotEnough() }
            transaction.set(score - 10, at: ana.score)
            transaction.increment(ben.score, by: 10)
            transaction.setServerTime(at: Path().board("b").changedAt)
            return score - 10
        }
        #expect(left == 20)
        #expect(
            engine.value == [
                "players": ["ana": ["score": 20], "ben": ["score": 10]],
                "boards": ["b": ["changedAt": 1000]],
            ])
    }

    @Test func anErrorOfTheClosureWritesNothing() async throws {
        try await database.set(3, at: ana.score)
        await #expect(throws: NotEnough.self) {
            try await database.transaction { transaction in
                let score = try await transaction.value(at: ana.score) ?? 0
                transaction.set(100, at: ben.score)
                guard score >= 10 else { throw NotEnough() }
            }
        }
        #expect(engine.value == ["players": ["ana": ["score": 3]]])
    }

    @Test func anEditThatCannotBeMadeWritesNothing() async throws {
        await #expect(throws: TreeDatabaseError.self) {
            try await database.transaction { transaction in
                transaction.set(1, at: ana.score)
                transaction.remove(at: Path().scores.child("a.b" as PlayerID))
            }
        }
        #expect(engine.value == nil)
    }

    @Test func aReadSeesTheEditsBeforeIt() async throws {
        try await database.set(Player("ana", score: 1), at: ana)
        var scores: [Int?] = []
        var players: [Player?] = []
        try await database.transaction { transaction in
            transaction.increment(ana.score, by: 2)
            scores.append(try await transaction.value(at: ana.score))
            players.append(try await transaction.value(at: ana))
            transaction.set(nil, at: ana.isActive)
            transaction.set("Ana Lima", at: ana.name)
            players.append(try await transaction.value(at: ana))
            transaction.set(7, at: ana.score)
            transaction.increment(ana.score, by: 1)
            scores.append(try await transaction.value(at: ana.score))
            transaction.remove(at: ana)
            players.append(try await transaction.value(at: ana))
            scores.append(try await transaction.value(at: ana.score))
            transaction.set(Player("ana", score: 9), at: ana)
            scores.append(try await transaction.value(at: ana, as: BoardInfo.self)?.name.count)
        }
        #expect(scores == [3, 8, nil, 3])
        #expect(players.map { $0?.score } == [3, 3, nil])
        #expect(players.map { $0?.name } == ["Ana", "Ana Lima", nil])
        #expect(try await database.value(at: ana) == Player("ana", score: 9))
    }

    @Test func theEnginesTimeCannotBeReadBeforeItIsPut() async throws {
        let changedAt = Path().board("b").changedAt
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await database.transaction { transaction in
                transaction.setServerTime(at: changedAt)
                _ = try await transaction.value(at: changedAt)
            }
        }
        #expect(error?.kind == .overlappingEdits)
        #expect(error?.place == ["boards", "b", "changedAt"])
        #expect(engine.value == nil)
    }

    @Test func aPlaceThatWasReadAndHasChangedBeginsItAgain() async throws {
        try await database.set(1, at: ana.score)
        try await database.set(1, at: ben.score)
        var seen: [Int?] = []
        try await database.transaction { transaction in
            let score = try await transaction.value(at: ana.score)
            seen.append(score)
            // Another process, which doesn't wait.
            if seen.count < 4 {
                try await engine.set(
                    .integer(Int64(10 * seen.count)), at: ["players", "ana", "score"])
            }
            transaction.increment(ben.score, by: score ?? 0)
        }
        #expect(seen == [1, 10, 20, 30])
        #expect(try await database.value(at: ben.score) == 31)
    }

    /// The closure is misled by two reads of different states, so that its error is no error.
    @Test func anErrorThatOnlyAMixtureOfStatesCausesIsNone() async throws {
        try await database.set(50, at: ana.score)
        try await database.set(50, at: ben.score)
        var tries = 0
        try await database.transaction { transaction in
            tries += 1
            let a = try await transaction.value(at: ana.score) ?? 0
            if tries == 1 {
                try await engine.write([
                    TreeEdit(["players", "ana", "score"], .increment(-20)),
                    TreeEdit(["players", "ben", "score"], .increment(20)),
                ])
            }
            let b = try await transaction.value(at: ben.score) ?? 0
            guard a + b == 100 else { throw NotEnough() }
        }
        #expect(tries == 2)
    }

    @Test func aRaceThatIsLostEachTimeIsAConflict() async throws {
        var tries = 0
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await database.transaction { transaction in
                tries += 1
                let score = try await transaction.value(at: ana.score) ?? 0
                try await engine.write([TreeEdit(["players", "ana", "score"], .increment(1))])
                transaction.set(score, at: ben.score)
            }
        }
        #expect(error?.kind == .conflict)
        #expect(tries == 25)
        // Nothing is kept from others.
        try await database.set(1, at: ana.score)
    }

    @Test func aTransactionThatReadsOtherPlacesInEachTryClaimsAllOfThem() {
        var claims = TransactionClaims()
        let places: [TreePlace] = [["a"], ["b"], ["c"], ["a", "x"]]
        #expect(places.map { claims.add([$0]) } == [true, true, true, false])
        #expect(claims.places == places.dropLast())
        #expect([["d"]].map { claims.add([$0]) } == [true])
        #expect(claims.places == [.root])
    }

    @Test func nestedWritesAndTransactionsAreErrors() async throws {
        let scores = ana.score
        let nested: [@Sendable (TreeDatabase) async throws -> Void] = [
            { try await $0.set(1, at: scores) },
            { try await $0.transaction(at: scores) { $0 = 1 } },
            { try await $0.transaction { $0.set(1, at: scores) } },
        ]
        for body in nested {
            // The same engine, by another database.
            let other = TreeDatabase(engine)
            let error = await #expect(throws: TreeDatabaseError.self) {
                try await database.transaction { transaction in
                    _ = try await transaction.value(at: ana.score)
                    try await body(other)
                }
            }
            #expect(error?.kind == .nestedTransaction)
            #expect(engine.value == nil)
        }
        // Reading is possible, and so is another engine.
        try await database.transaction { transaction in
            guard try await database.value(at: ana.score) == nil else { throw NotEnough() }
            let other = TreeDatabase(MemoryEngine())
            try await other.transaction { $0.set(2, at: scores) }
            try await other.set(1, at: ana.score)
            transaction.set(1, at: ana.score)
        }
        #expect(try await database.value(at: ana.score) == 1)
    }

    /// A task that the closure starts has its task-local values, and may outlive it.
    @Test func aTaskThatOutlivesTheClosureCanWrite() async throws {
        let (started, ended) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let task = try await database.transaction { [database, ben] transaction in
            transaction.set(1, at: ana.score)
            return Task {
                started.continuation.finish()
                for await _ in ended.stream {}
                try await database.set(2, at: ben.score)
                try await database.transaction { $0.increment(ben.score, by: 1) }
            }
        }
        for await _ in started.stream {}
        ended.continuation.finish()
        try await task.value
        #expect(try await database.value(at: ben.score) == 3)
    }

    @Test func aWriteWaitsForATransactionThatHasLostOnce() async throws {
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let transaction = Task { [database, engine, ana, ben] in
            var tries = 0
            try await database.transaction { transaction in
                tries += 1
                let score = try await transaction.value(at: ana.score) ?? 0
                if tries == 1 {
                    try await engine.write([TreeEdit(["players", "ana", "score"], .increment(1))])
                } else {
                    enter.finish()
                    for await _ in released {}
                }
                transaction.set(score, at: ben.score)
            }
            return tries
        }
        for await _ in entered {}
        let write = Task { [database, ana] in try await database.set(9, at: ana.score) }
        while engine.transactions.waitingCount == 0 { await Task.yield() }
        // Elsewhere nobody waits.
        try await database.set("x", at: Path().board("b").name)
        #expect(try await database.value(at: ana.score) == 1)
        release.finish()
        #expect(try await transaction.value == 2)
        try await write.value
        #expect(try await database.value(at: ana.score) == 9)
        #expect(try await database.value(at: ben.score) == 1)
    }

    @Test func anEngineOfOnePlaceSaysWhatToDo() async throws {
        var isCalled = false
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await TreeDatabase(OnePlaceEngine()).transaction { _ in isCalled = true }
        }
        #expect(!isCalled)
        #expect(error?.kind == .unsupported)
        #expect(error?.message.contains("use transaction(at:as:) of one place") == true)
    }

    @Test @MainActor func modelsOfAnActorAreReadAndWrittenThere() async throws {
        let counter = Counter()
        try await database.transaction { transaction in
            MainActor.assertIsolated()
            counter.count += try await transaction.value(at: Path().counter)?.count ?? 1
            transaction.set(counter, at: Path().counter)
        }
        #expect(counter.count == 1)
        #expect(engine.value == ["counter": ["count": 1]])
    }
}

/// An engine that can set one place on a condition.
private struct OnePlaceEngine: DatabaseEngine {
    let engine = MemoryEngine()
    let transactions = TransactionQueue(reach: .onePlace)

    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        try await engine.read(place, selection)
    }

    func write(_ edits: [TreeEdit]) async throws { try await engine.write(edits) }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        try await engine.write(edits, ifUnchanged: versions)
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        engine.watch(place, selection)
    }
}
