import Testing
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

    @Test func nobodysChangeIsLost() async throws {
        let (database, path) = (database, board.noteCount)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        while true {
                            do {
                                try await database.transaction(at: path) { $0 = ($0 ?? 0) + 1 }
                                break
                            } catch let error as TreeDatabaseError where error.kind == .conflict {
                                continue
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.value(at: path) == 400)
    }

    @Test func somebodyWhoIsAlwaysFasterIsAConflict() async throws {
        let engine = ContestedEngine()
        var tries = 0
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await TreeDatabase(engine).transaction(at: board.noteCount) { count in
                tries += 1
                count = (count ?? 0) + 1
            }
        }
        #expect(tries == 25)
        #expect(error?.kind == .conflict)
        #expect(error?.place == ["boards", "ideas", "noteCount"])
    }
}

/// An engine in which somebody else is always faster.
private struct ContestedEngine: DatabaseEngine {
    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        VersionedValue(1, version: .tag("1"))
    }

    func write(_ edits: [TreeEdit]) async throws {}

    func replace(
        _ place: TreePlace, with value: PendingValue, ifVersionIs version: TreeVersion
    ) async throws -> ReplaceResult {
        .changed(VersionedValue(1, version: .tag("2")))
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        MemoryEngine().watch(place, selection)
    }
}
