import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance
import TypedDatabaseSQLite

@Suite struct SQLiteEngineConformanceTests {
    let folder: TemporaryFolder
    let engine: SQLiteEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SQLiteEngine(at: folder.path("a.sqlite"))
    }

    @Test(arguments: EngineConformance.checks)
    func theSQLiteEngineDoesWhatAnEngineMust(_ check: ConformanceCheck) async throws {
        try await check.run(on: engine)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func theSQLiteEngineDoesWhatTheModelDoes(_ seed: UInt64) async throws {
        try await ModelCheck(seed: seed, steps: Effort.times(1_500)).run(on: engine)
    }
}
