import Foundation
import TestSupport
import Testing
import TypedDatabaseConformance
import TypedPaths

@testable import TypedDatabase

@Suite struct TransactionTests {
    private let engine = MemoryEngine()
    private let database: TreeDatabase
    private let board = Path().board("ideas")

    init() {
        database = TreeDatabase(engine)
    }

    @Test func aTransactionMakesANewValueOfTheOld() async throws {
        for expected in ["!", "!!"] {
            let topic = try await database.transaction(at: board.topic) { topic in
                topic = (topic ?? "") + "!"
            }
            #expect(topic == expected)
        }
        #expect(try await database.value(at: board.topic) == "!!")
    }

    @Test func nilRemoves() async throws {
        try await database.set("x", at: board.name)
        try await database.transaction(at: board.name) { $0 = nil }
        #expect(engine.value == nil)
    }

    @Test func anErrorOfTheClosureIsPassedOn() async throws {
        struct Stop: Error {}
        try await database.set("x", at: board.name)
        await #expect(throws: Stop.self) {
            try await database.transaction(at: board.name) { name in
                name = "y"
                throw Stop()
            }
        }
        #expect(try await database.value(at: board.name) == "x")
    }

    @Test func transactionsAndWritesOfManyTasksAllSucceed() async throws {
        let load = TransactionLoad(tasks: Effort.times(8), times: 20)
        try await load.count(in: engine)
        try await load.transfer(in: MemoryEngine())
    }

    @Test func aBranchIsReadAsATypeAndKeepsEverythingElse() async throws {
        let note = Note(author: "ana", text: "Hi")
        try await database.set(note, at: board.note("n1"))
        try await database.set("Ideas", at: board.name)
        let info = try await database.transaction(at: board, as: BoardInfo.self) { info in
            info?.name += "!"
        }
        #expect(info == BoardInfo(name: "Ideas!"))
        #expect(try await database.value(at: board.name) == "Ideas!")
        #expect(try await database.value(at: board.note("n1")) == note)

        try await database.transaction(at: board, as: BoardInfo.self) { $0 = nil }
        #expect(engine.value == nil)
    }

    @Test func aTransactionIsTriedAgainWithTheValueThatIsThereNow() async throws {
        try await database.set(1, at: board.noteCount)
        var seen: [Int?] = []
        try await database.transaction(at: board.noteCount) { [engine] count in
            seen.append(count)
            // Another process, which doesn't wait.
            if seen.count == 1 { engine.writeAtOnce(5, at: ["boards", "ideas", "noteCount"]) }
            count = (count ?? 0) + 1
        }
        #expect(seen == [1, 5])
        #expect(try await database.value(at: board.noteCount) == 6)
    }

    @Test func aRaceThatIsLostEachTimeIsAConflict() async throws {
        let engine = ContestedEngine()
        var tries = 0
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await TreeDatabase(engine).transaction(at: board.noteCount) { count in
                tries += 1
                count = (count ?? 0) + 1
            }
        }
        #expect(tries == 25)
        let message: String = "another process or client has changed it during each of 25 tries"
        #expect(error?.message.hasPrefix(message) == true)
        #expect(error?.kind == .conflict)
        #expect(error?.place == ["boards", "ideas", "noteCount"])
    }
}

extension MemoryEngine {
    /// Writes from where nothing can be awaited.
    func writeAtOnce(_ value: TreeValue, at place: TreePlace) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            try await self.set(value, at: place)
            done.signal()
        }
        done.wait()
    }
}

/// An engine in which somebody else is always faster.
private struct ContestedEngine: DatabaseEngine {
    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        VersionedValue(1, version: .tag("1"))
    }

    func write(_ edits: [TreeEdit]) async throws {}

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        .changed(versions.map { _ in VersionedValue(1, version: .tag("2")) })
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        MemoryEngine().watch(place, selection)
    }
}
