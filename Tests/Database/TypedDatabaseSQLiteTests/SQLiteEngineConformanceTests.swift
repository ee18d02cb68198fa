import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance

@testable import TypedDatabaseSQLite

/// An engine with indexes does what one without does.
@Suite(.serialized) struct SQLiteEngineConformanceTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The orders of the conformance suite.
    private static let checkedOrders = Dictionary(
        uniqueKeysWithValues: ["$place", "$place/$place"].map {
            ($0, [".value", "score", "stats/score", "n"])
        })

    /// All orders of the model check, of all collections that it has.
    static let everything = Dictionary(
        uniqueKeysWithValues: ["", "$a", "$a/$b", "$a/$b/$c", "a"].map {
            ($0, [".value", "a", "1/b"])
        })

    private func checkIndexes() throws {
        let connection = try Connection(folder.path("a.sqlite"), flags: 2)
        let expected = try connection.expectedIndexRows()
        #expect(try connection.indexRows() == expected)
    }

    @Test(arguments: EngineConformance.checks, [nil, checkedOrders])
    func theSQLiteEngineDoesWhatAnEngineMust(
        _ check: ConformanceCheck, _ indexes: [String: [String]]?
    ) async throws {
        // With and without an index, by packed rows and by small ones.
        let limits: RowLimits = indexes == nil ? .init() : .small
        let engine = try SQLiteEngine(
            at: folder.path("a.sqlite"), indexes: indexes, limits: limits)
        try await EngineConformance.$timeLimit.withValue(Patience.limit) {
            try await check.run(on: engine)
        }
        try checkIndexes()
    }

    @Test(arguments: [nil, everything], RowLimits.all)
    func theSQLiteEngineDoesWhatTheModelDoes(
        _ indexes: [String: [String]]?, _ limits: RowLimits
    ) async throws {
        let engine = try SQLiteEngine(
            at: folder.path("a.sqlite"), indexes: indexes, limits: limits)
        try await ModelCheck(seed: Seed.make(), steps: Effort.times(2_000)).run(on: engine)
        try checkIndexes()
        #expect(try await engine.checkIntegrity() == [])
    }

    /// The file is opened again and again with another list, by one engine or two that write in turns.
    @Test func anyListGivesWhatMemoryGives() async throws {
        var random = SplitMix64(seed: Seed.make())
        let memory = MemoryEngine()
        let collections = ["", "a", "$x", "a/$x", "$x/$y", "$x/b"]
        func list() -> [String: [String]] {
            collections.filter { _ in Bool.random(using: &random) }.reduce(into: [:]) {
                $0[$1] = [".value", "a", "a/b"].filter { _ in Bool.random(using: &random) }
            }
        }
        for _ in 0..<Effort.times(50) {
            let engines = try [list(), list()].map {
                // Different limits make rows that either of the two wouldn't.
                try SQLiteEngine(
                    at: folder.path("a.sqlite"), indexes: $0,
                    limits: RowLimits.all.randomElement(using: &random) ?? .small)
            }
            for _ in 0..<30 {
                let edits = RandomEdits.edits(&random)
                try await memory.write(edits)
                try await engines[Int.random(in: 0...1, using: &random)].write(edits)
                let (place, selection) = (
                    RandomEdits.place(&random), RandomEdits.selection(&random)
                )
                for engine in engines {
                    let (found, expected) = (
                        try await engine.read(place, selection).value,
                        try await memory.read(place, selection).value
                    )
                    try #require(found == expected, "\(selection) at \(place)")
                    let keys = try await engine.keys(of: place, selection)
                    try #require(try await memory.keys(of: place, selection) == keys)
                }
            }
            try checkIndexes()
            for engine in engines { await engine.close() }
        }
    }
}
