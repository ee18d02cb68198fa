import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance
import TypedDatabaseOffline

@Suite struct MemoryConformanceTests {
    @Test(arguments: EngineConformance.checks)
    func anOfflineEngineDoesWhatAnEngineMust(_ check: ConformanceCheck) async throws {
        try await check.run(on: OfflineEngine(MemoryEngine(), keepingIn: MemoryEngine()))
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func anOfflineEngineDoesWhatTheModelDoes(_ seed: UInt64) async throws {
        let engine = OfflineEngine(MemoryEngine(), keepingIn: MemoryEngine())
        try await ModelCheck(seed: seed, steps: Effort.times(2_000)).run(on: engine)
    }
}
