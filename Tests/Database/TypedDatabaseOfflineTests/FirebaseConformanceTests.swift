import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance
import TypedDatabaseOffline

@Suite(.serialized) struct FirebaseConformanceTests {
    @Test(arguments: EngineConformance.checks)
    func anOfflineEngineOverAServerDoesWhatAnEngineMust(_ check: ConformanceCheck) async throws {
        try await run { try await check.run(on: $0) }
    }

    @Test func anOfflineEngineOverAServerDoesWhatTheModelDoes() async throws {
        let seed = Seed.make()
        try await run {
            try await ModelCheck(seed: seed, steps: Effort.times(200)).run(on: $0)
        }
    }

    private func run(
        within limit: Duration = Patience.limit, _ body: (OfflineEngine) async throws -> Void
    ) async throws {
        var options = RealtimeDatabaseServer.Options()
        options.demandsIndexes = false
        let served = try ServedOffline(options: options)
        let result: Result<Void, any Error>
        do {
            try await EngineConformance.$timeLimit.withValue(limit) {
                try await body(served.engine())
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await served.stop()
        try result.get()
    }
}
