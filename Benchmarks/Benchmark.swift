#if os(Linux)
    import TypedDatabaseFirestore
#endif

/// A question about speed, and its measurement.
///
/// To add one, write it as a value, as those in `Generator`, `Compile`, `Paths` and `Database` are,
/// and put it in ``all``.
struct Benchmark: Sendable {
    /// The name. Its prefixes select groups: `paths` runs `paths-rendered` as well.
    let name: String
    /// A one-line description.
    let summary: String
    /// Whether it takes minutes, so that it only runs on request.
    var isSlow = false
    /// Prepares and runs the measurement, and returns the figures in the order of the report.
    let run: @Sendable (Session) throws -> [Figure]
}

extension Benchmark {
    static let all: [Benchmark] =
        [
            .generatorStart, .generatorPlugin, .generatorSameNames, .generatorDifferentNames,
            .compileSameNames, .compileDifferentNames, .compileRepeatedNames,
            .compileReference, .compileThreshold, .compileOptimised, .compileRebuild,
            .importExport, .pathsRendered, .pathsHashed,
            .databaseCoding, .databaseCheck, .memorySet, .memoryObserved, .memoryObservers,
            .typedChanges, .transactions,
            .sqliteOperations, .sqliteRecords, .sqliteBulk, .sqliteGrowth, .sqliteIndex,
            .sqliteObservers, .rulesHostile, .rulesValidate, .rulesMerge, .offlineWrite,
            .offlineFirst, .offlinePending, .offlineWindow, .offlineWaiting,
        ] + firebase

    /// The benchmarks that need libcurl.
    private static var firebase: [Benchmark] {
        #if os(Linux)
            [.firebaseGet, .firebasePut, .firebaseGrowth, .offlineSend]
                + (FirestoreEngine.emulatorHost.map { [.firestoreGet(on: $0)] } ?? [])
        #else
            []
        #endif
    }

    /// Returns the benchmarks with some names, or without names all but the slow ones.
    ///
    /// - Throws: ``UsageError`` for an unknown name.
    static func selected(by names: [String], includingSlow: Bool) throws -> [Benchmark] {
        if let name = names.first(where: { name in !all.contains { $0.isMeant(by: name) } }) {
            throw UsageError("there is no benchmark named \(name)")
        }
        return all.filter { benchmark in
            if names.contains(benchmark.name) { return true }
            let isMeant = names.isEmpty || names.contains { benchmark.isMeant(by: $0) }
            return isMeant && (includingSlow || !benchmark.isSlow)
        }
    }

    private func isMeant(by name: String) -> Bool {
        self.name == name || self.name.hasPrefix("\(name)-")
    }
}
