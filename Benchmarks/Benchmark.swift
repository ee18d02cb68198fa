/// A question about speed, and how it is answered.
///
/// To add one, write it as a value, as those in `Generator`, `Compile`, `Paths` and `Database` are, and put it in
/// ``all``.
struct Benchmark: Sendable {
    /// What the name begins with selects all of its kind: `paths` runs `paths-rendered`, too.
    let name: String
    /// What is measured, in a line.
    let summary: String
    /// Whether it takes minutes, and only runs if it is asked for.
    var isSlow = false
    /// Prepares what is measured, measures it, and gives the figures in the order they are shown.
    let run: @Sendable (Session) throws -> [Figure]
}

extension Benchmark {
    static let all: [Benchmark] =
        [
            .generatorStart, .generatorPlugin, .generatorSameNames, .generatorDifferentNames,
            .compileSameNames, .compileDifferentNames, .compileRepeatedNames,
            .compileReference, .compileThreshold, .compileOptimised, .compileRebuild,
            .importExport, .pathsRendered, .pathsHashed,
            .databaseCoding, .memorySet, .memoryObserved, .memoryObservers, .typedChanges,
            .sqliteOperations, .sqliteBulk, .sqliteGrowth, .sqliteIndex,
            .sqliteObservers,
        ] + firebase

    /// Those that need libcurl.
    private static var firebase: [Benchmark] {
        #if os(Linux)
            [.firebaseGet, .firebasePut]
        #else
            []
        #endif
    }

    /// The benchmarks that names ask for, or if there are none, those that aren't slow.
    ///
    /// - Throws: ``UsageError`` for a name that none has.
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
