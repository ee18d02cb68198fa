import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance

@Suite struct MemoryEngineConformanceTests {
    @Test(arguments: EngineConformance.checks)
    func theMemoryEngineDoesWhatAnEngineMust(_ check: ConformanceCheck) async throws {
        try await check.run(on: MemoryEngine())
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func theMemoryEngineDoesWhatTheModelDoes(_ seed: UInt64) async throws {
        try await ModelCheck(seed: seed, steps: Effort.times(2_000)).run(on: MemoryEngine())
    }
}
