import TypedDatabase

// Two kinds of checks complement each other. Those in `Checks` state one requirement each, so that a
// failure names it. `ModelCheck` finds what nobody thought of: it makes random operations on the
// engine and on a model (`Model.swift`) that shares no code with any engine, and compares the two.
//
// Both see an engine only through its protocol. `Expectations.swift` has the comparisons, and a
// follower that adds up a watch's updates, within a time limit.

/// The conformance suite for the semantics of every `DatabaseEngine`.
///
/// The checks need no test framework. With Swift Testing, each is a case of one test:
///
/// ```swift
/// @Test(arguments: EngineConformance.checks)
/// func myEngine(_ check: ConformanceCheck) async throws {
///     let file = TemporaryFile()
///     defer { file.remove() }
///     try await check.run(on: MyEngine(at: file.path))
/// }
///
/// @Test(arguments: 1...2 as ClosedRange<UInt64>)
/// func myEngineAgainstTheModel(_ seed: UInt64) async throws {
///     try await ModelCheck(seed: seed).run(on: MyEngine())
/// }
/// ```
///
/// Each check needs an engine with an empty database, and doesn't remove its data. An engine whose
/// database outlives it is emptied by removing the root. ``ConformanceOptions`` describe an engine that
/// has no value at its root, or other limits.
///
/// A check throws a ``ConformanceFailure``, with the expected and the actual result. None waits for
/// longer than ``timeLimit`` for a watch.
public enum EngineConformance {
    /// All checks.
    public static let checks: [ConformanceCheck] =
        semantics + scalars + keys + orders + bounds + batches + increments + versions
        + transactions + watches + windows + concurrency

    /// The time limit for a watch to deliver a write, or to end.
    ///
    /// For a slow engine: `EngineConformance.$timeLimit.withValue(.seconds(120)) { … }`
    @TaskLocal public static var timeLimit: Duration = .seconds(30)

    /// The options of the running check.
    @TaskLocal static var options = ConformanceOptions()
}

/// A requirement of engines.
public struct ConformanceCheck: Sendable {
    /// The requirement, in a sentence.
    public let name: String

    private let body: @Sendable (any DatabaseEngine) async throws -> Void

    /// The places that have to be empty at first.
    private let emptyPlaces: [TreePlace]

    init(
        _ name: String, emptyPlaces: [TreePlace] = [.root],
        _ body: @escaping @Sendable (any DatabaseEngine) async throws -> Void
    ) {
        self.name = name
        self.emptyPlaces = emptyPlaces
        self.body = body
    }

    /// Checks an engine. Throws a ``ConformanceFailure`` if it doesn't meet the requirement, or the
    /// engine's own error.
    ///
    /// - Parameters:
    ///   - engine: an engine with an empty database.
    ///   - options: the engine's permitted differences.
    public func run(
        on engine: some DatabaseEngine, _ options: ConformanceOptions = ConformanceOptions()
    ) async throws {
        try await options.run(on: engine) { engine in
            for place in emptyPlaces { try await engine.expectEmpty(place) }
            try await body(engine)
        }
    }
}

extension ConformanceCheck: CustomStringConvertible {
    public var description: String { name }
}

/// A difference between an engine's behavior and a requirement.
public struct ConformanceFailure: DescribedError {
    /// The requirement, with the expected and the actual result.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    init(_ what: String, expected: some Any, found: some Any) {
        self.init("\(what): expected \(expected), found \(found)")
    }
}

// MARK: - Options

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
