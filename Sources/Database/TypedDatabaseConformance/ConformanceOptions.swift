import TypedDatabase

/// The differences from other engines that a check permits an engine.
///
/// ```swift
/// // The tree in a field of one of Firestore's documents.
/// let options = ConformanceOptions(base: ["trees", "a", "tree"], depth: 19, saturatesIntegers: true)
/// try await check.run(on: engine, options)
/// ```
public struct ConformanceOptions: Hashable, Sendable {
    /// The place that the checks have as their root, for an engine that has no value at its own.
    public var base: TreePlace

    /// The maximum number of keys from the base to a value.
    public var depth: Int

    /// Whether the sum of two integers that overflows is the greatest or the least integer, not a
    /// double.
    public var saturatesIntegers: Bool

    /// Makes options; by default, those of an engine without differences.
    public init(
        base: TreePlace = .root, depth: Int = TreeLimits.depth, saturatesIntegers: Bool = false
    ) {
        self.base = base
        self.depth = depth
        self.saturatesIntegers = saturatesIntegers
    }

    /// Runs a check with the options.
    func run(
        on engine: some DatabaseEngine, _ body: (any DatabaseEngine) async throws -> Void
    ) async throws {
        try await EngineConformance.$options.withValue(self) {
            try await base == .root ? body(engine) : body(BasedEngine(engine, base))
        }
    }
}

/// An engine whose root is a place of another engine.
private struct BasedEngine<Engine: DatabaseEngine>: DatabaseEngine {
    let engine: Engine
    let base: TreePlace

    init(_ engine: Engine, _ base: TreePlace) {
        self.engine = engine
        self.base = base
    }

    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        try await engine.read(base.appending(place), selection)
    }

    func keys(of place: TreePlace, _ selection: TreeSelection) async throws -> PlaceKeys {
        try await engine.keys(of: base.appending(place), selection)
    }

    func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int {
        try await engine.count(of: base.appending(place), selection)
    }

    func exists(_ place: TreePlace) async throws -> Bool {
        try await engine.exists(base.appending(place))
    }

    func write(_ edits: [TreeEdit]) async throws {
        try await engine.write(edits.map(based))
    }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        try await engine.write(
            edits.map(based),
            ifUnchanged: versions.map { PlaceVersion(base.appending($0.place), $0.version) })
    }

    private func based(_ edit: TreeEdit) -> TreeEdit {
        TreeEdit(base.appending(edit.place), edit.operation)
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        engine.watch(base.appending(place), selection)
    }

    var connection: AsyncStream<ConnectionState> { engine.connection }
    var transactions: TransactionQueue { engine.transactions }
}
