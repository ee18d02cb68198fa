import Foundation
import Testing
import TypedPaths

@testable import TypedDatabase

@Suite struct BatchTests {
    private let engine = MemoryEngine(now: { Date(timeIntervalSince1970: 1_526_549_400.9876) })
    private let database: TreeDatabase
    private let board = Path().board("ideas")
    private let ana: PlayerID = "ana"

    init() {
        database = TreeDatabase(engine)
    }

    @Test func allEditsAreMade() async throws {
        try await database.set(Note(author: ana, text: "D"), at: board.draft(ana))
        try await database.set(41, at: board.noteCount)
        let id = database.newKey(in: board.notes)
        try await database.write { batch in
            batch.set(Note(author: ana, text: "Hi again"), at: board.note(id))
            batch.set(true, at: Path().playerNote(ana, noteId: id))
            batch.increment(board.noteCount, by: 1)
            batch.setServerTime(at: board.changedAt)
            batch.remove(at: board.draft(ana))
        }
        #expect(
            engine.value == [
                "boards": [
                    "ideas": [
                        "notes": [TreeKey(id.rawValue): ["author": "ana", "text": "Hi again"]],
                        "noteCount": 42,
                        "changedAt": 1_526_549_400_987,
                    ]
                ],
                "playerNotes": ["ana": [TreeKey(id.rawValue): true]],
            ])
    }

    @Test func writeReturnsTheResultOfTheClosure() async throws {
        let path = try await database.write { batch in
            batch.set("Ideas", at: board.name)
            return batch.add(Note(author: ana, text: "Hi"), to: board.notes)
        }
        #expect(try await database.value(at: path)?.text == "Hi")
    }

    @Test func anErrorOfTheClosureWritesNothing() async throws {
        struct Stop: Error {}
        await #expect(throws: Stop.self) {
            try await database.write { batch in
                batch.set("Ideas", at: board.name)
                throw Stop()
            }
        }
        #expect(engine.value == nil)
    }

    @Test func oneEditThatCannotBeMadeWritesNothing() async throws {
        let number: Path<Double> = Path.append(Path(), "number")
        await #expect(throws: (any Error).self) {
            try await database.write { batch in
                batch.set("Ideas", at: board.name)
                batch.set(.nan, at: number)
            }
        }
        await #expect(throws: (any Error).self) {
            try await database.write { $0.increment(number, by: .infinity) }
        }
        let bad: Path<String> = Path.append(Path(), "a.b")
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await database.write { batch in
                batch.set("Ideas", at: board.name)
                batch.set("", at: bad)
                batch.set(.nan, at: number)
            }
        }
        #expect(error?.kind == .invalidKey)
        #expect(engine.value == nil)
    }

    @Test(
        arguments: [
            [["a", "b"], ["a"]], [["a", "b"], ["a", "b"]], [[], ["x"]],
            [["a", "b"], ["a", "c"], ["a", "b0"], ["a", "b", "d", "e"]],
        ] as [[TreePlace]])
    func placesInsideEachOtherAreAnError(_ places: [TreePlace]) {
        let edits = places.map { TreeEdit($0, .set(PendingValue(1))) }
        for edits in [edits, edits.reversed()] {
            let error = #expect(throws: TreeDatabaseError.self) { try edits.checkOverlaps() }
            #expect(error?.kind == .overlappingEdits)
        }
    }

    @Test func placesBesideEachOtherAreNoError() throws {
        let places: [TreePlace] = [
            ["a", "b"], ["a", "b0"], ["a", "c"], ["a0"], ["b", "a", "b"],
        ]
        try places.map { TreeEdit($0, .set(PendingValue(1))) }.checkOverlaps()
    }

    @Test func overlappingEditsSayWhere() async throws {
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await database.write { batch in
                batch.set("Ideas", at: board.name)
                batch.remove(at: board)
            }
        }
        #expect(
            error.map { "\($0)" } == """
                boards/ideas/name: the same batch has an edit of boards/ideas, \
                which contains this place
                """)
        #expect(engine.value == nil)
    }

    @Test func anEmptyBatchIsNoWrite() async throws {
        try await database.write { _ in }
        #expect(engine.value == nil)
    }
}
