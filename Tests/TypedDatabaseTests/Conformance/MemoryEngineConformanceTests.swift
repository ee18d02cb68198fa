import Testing
import TypedDatabase
import TypedDatabaseConformance

@Suite struct MemoryEngineConformanceTests {
    @Test(arguments: EngineConformance.checks)
    func theMemoryEngineDoesWhatAnEngineMust(_ check: ConformanceCheck) async throws {
        try await check.run(on: MemoryEngine())
    }
}
