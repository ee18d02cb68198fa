import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance

@testable import TypedDatabaseFirestore

/// The conformance suite on the emulator, with the tree in a field of a document.
@Suite(.serialized, .enabled(if: FirestoreEngine.emulatorHost != nil))
struct EmulatorConformanceTests {
    /// A field of a document holds values 19 keys deep, and Firestore's integers stay at their ends.
    private static let options = ConformanceOptions(
        base: ["trees", "a", "tree"], depth: 19, saturatesIntegers: true)

    @Test(arguments: EngineConformance.checks)
    func aFieldDoesWhatAnEngineMust(_ check: ConformanceCheck) async throws {
        let engine = try FirestoreProject().engine()
        try await EngineConformance.$timeLimit.withValue(Patience.limit) {
            try await check.run(on: engine, Self.options)
        }
    }

    @Test(arguments: 0..<2 as Range<UInt64>)
    func aFieldDoesWhatTheModelDoes(_ seed: UInt64) async throws {
        let engine = try FirestoreProject().engine()
        try await ModelCheck(seed: seed, steps: Effort.times(300)).run(on: engine, Self.options)
    }
}

/// Collections of documents on the emulator.
@Suite(.serialized, .enabled(if: FirestoreEngine.emulatorHost != nil))
struct EmulatorCollectionTests {
    private static let options = ConformanceOptions(saturatesIntegers: true)

    @Test(arguments: EngineConformance.collections)
    func collectionsDoWhatAnEngineMust(_ check: ConformanceCheck) async throws {
        let engine = try FirestoreProject().engine()
        try await EngineConformance.$timeLimit.withValue(Patience.limit) {
            try await check.run(on: engine, Self.options)
        }
    }

    @Test func randomBatchesAndQueriesAgreeWithTheTree() async throws {
        let engine = try FirestoreProject().engine()
        let check = CollectionModelCheck(
            seed: Seed.make(), batches: Effort.times(200), queries: Effort.times(80))
        try await check.run(on: engine, Self.options)
    }
}
