import TypedDatabase

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
