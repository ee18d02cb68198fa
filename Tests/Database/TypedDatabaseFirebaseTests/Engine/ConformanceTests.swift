import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance

@Suite(.serialized) struct ConformanceTests {
    @Test(arguments: EngineConformance.checks)
    func aFirebaseDatabaseDoesWhatAnEngineMust(_ check: ConformanceCheck) async throws {
        var options = RealtimeDatabaseServer.Options()
        options.demandsIndexes = false
        try await ServedEngine.run(options: options) { served in
            try await EngineConformance.$timeLimit.withValue(Patience.limit) {
                try await check.run(on: served.engine)
            }
        }
    }

    @Test(arguments: 0..<2 as Range<UInt64>)
    func aFirebaseDatabaseDoesWhatTheModelDoes(_ seed: UInt64) async throws {
        var options = RealtimeDatabaseServer.Options()
        options.demandsIndexes = false
        try await ServedEngine.run(options: options) { served in
            try await ModelCheck(seed: seed, steps: 300).run(on: served.engine)
        }
    }
}
