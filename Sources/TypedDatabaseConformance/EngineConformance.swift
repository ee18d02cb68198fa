import TypedDatabase

/// Holds an engine to the semantics that every `DatabaseEngine` has.
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
/// Each check needs an engine with an empty database, and leaves there what it has written. An engine
/// whose database outlives it is emptied with a write of nothing at the root.
///
/// A check throws a ``ConformanceFailure``, which says what was expected and what was found. None
/// waits for longer than ``timeLimit`` for a watch.
public enum EngineConformance {
    /// All checks.
    public static let checks: [ConformanceCheck] =
        semantics + scalars + keys + orders + bounds + batches + increments + versions
        + transactions + watches + windows + concurrency

    /// How long a watch may take to tell of a write, or to end.
    ///
    /// For an engine that is slow: `EngineConformance.$timeLimit.withValue(.seconds(120)) { … }`
    @TaskLocal public static var timeLimit: Duration = .seconds(30)
}

/// One thing that is required of an engine.
public struct ConformanceCheck: Sendable {
    /// What is required, in a sentence.
    public let name: String

    private let body: @Sendable (any DatabaseEngine) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (any DatabaseEngine) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Throws a ``ConformanceFailure`` if an engine doesn't do what is required, and the engine's
    /// error if that throws one.
    ///
    /// - Parameter engine: one with an empty database.
    public func run(on engine: some DatabaseEngine) async throws {
        try await engine.expectEmpty()
        try await body(engine)
    }
}

extension ConformanceCheck: CustomStringConvertible {
    public var description: String { name }
}

/// How an engine differs from what is required.
public struct ConformanceFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    init(_ what: String, expected: some Any, found: some Any) {
        self.init("\(what): expected \(expected), found \(found)")
    }
}
