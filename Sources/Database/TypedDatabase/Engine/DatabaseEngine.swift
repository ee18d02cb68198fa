/// A store of data: memory, a file, a server.
///
/// An engine is untyped. Types and `Codable` are the business of ``TreeDatabase``, which also
/// checks what it passes to an engine: keys, sizes and depths obey ``TreeLimits``, numbers are
/// finite, no place of a batch is inside another. An engine need not check that again.
///
/// The conformance suite in `TypedDatabaseConformance` holds an engine to the semantics that
/// ``TreeValue`` and the functions here describe.
public protocol DatabaseEngine: Sendable {
    /// Reads all of a place, or its selected children.
    ///
    /// The version is the whole place's, and is only needed if the selection is `.all`.
    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue

    /// Reads the keys of the selected children, and not their values if that can be avoided.
    func keys(of place: TreePlace, _ selection: TreeSelection) async throws -> PlaceKeys

    /// Counts the selected children, and doesn't read their values if that can be avoided.
    ///
    /// A bool, a number or a string counts as no children.
    func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int

    /// Returns whether a place has a value.
    func exists(_ place: TreePlace) async throws -> Bool

    /// Makes all edits, or none.
    ///
    /// Once it returns, each read sees them. Writes of one task are made in their order.
    ///
    /// If the task is cancelled, an engine may throw `CancellationError` immediately. Whether the
    /// edits are made is then unknown, but they are never made after a later write to one of these
    /// places has returned.
    func write(_ edits: [TreeEdit]) async throws

    /// Makes all edits if each of the given places still has its version, or else none.
    ///
    /// Checking and writing are one step. The edits may be of other places than those, or none: then
    /// the versions are only checked.
    ///
    /// An engine whose ``transactions`` are of ``TransactionQueue/Reach/onePlace`` is only asked to
    /// set the one place whose version is given, and throws
    /// `TreeDatabaseError.Kind.unsupported` for anything else.
    ///
    /// Cancellation means the same as for ``write(_:)``.
    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult

    /// Watches all of a place, or its selected children.
    ///
    /// Nothing happens until the watch is first asked for an update.
    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch

    /// The current state of the connection to the data, then each later state.
    var connection: AsyncStream<ConnectionState> { get }

    /// The queue in which transactions wait for each other, which also says which ones the engine
    /// can make.
    ///
    /// By default each ``TreeDatabase`` has a queue of its own. Keep one in the engine, so that all
    /// users of the engine share it.
    var transactions: TransactionQueue { get }

    /// Reserves the engine's data for one user of them, such as an engine that keeps its outbox
    /// there, until the reservation is released or the process ends.
    ///
    /// Reads and writes need no reservation, and don't ask for one. By default, every reservation is
    /// granted.
    ///
    /// - Throws: `TreeDatabaseError.Kind.inUse`, with the holder, if the data are reserved already: by
    ///   this engine, by another one, or in another process.
    func reserve() async throws -> EngineReservation

    /// The children that the values of the places above them lack; `nil` if there are none.
    var separateChildren: SeparateChildren? { get }
}

/// The exclusive use of an engine's data: see ``DatabaseEngine/reserve()``. Releasing it ends it.
public final class EngineReservation: Sendable {
    private let end: @Sendable () -> Void

    /// Makes a reservation.
    ///
    /// - Parameter end: called once, when the reservation is released.
    public init(end: @escaping @Sendable () -> Void = {}) {
        self.end = end
    }

    deinit { end() }
}

/// The children of places that aren't part of these places' values, since the engine keeps them as
/// collections of their own.
///
/// Coding a value throws when its type asks for such a key, so that a model never takes a collection
/// for empty that hasn't been read. If the root has such children, they are all it has.
///
/// ```swift
/// let separateChildren: SeparateChildren? = SeparateChildren { [layout] document in
///     Set(layout.subcollections(of: document))
/// }
/// ```
public struct SeparateChildren: Sendable {
    let keys: @Sendable (TreePlace) -> Set<TreeKey>

    /// - Parameter keys: returns the keys of the separate children of a place.
    public init(_ keys: @escaping @Sendable (TreePlace) -> Set<TreeKey>) {
        self.keys = keys
    }

    static func readingError(_ place: TreePlace) -> TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: place,
            "it is a collection of its own, which the value above it lacks; leave the key out of the "
                + "type, and read the collection at its own path")
    }

    static func writingError(_ place: TreePlace) -> TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: place,
            "it is a collection of its own, which isn't written with the value above it; leave the "
                + "key out of the type, and write the collection's elements at their own paths")
    }
}

// MARK: - Defaults

extension DatabaseEngine {
    /// Reads the children, and drops their values.
    public func keys(of place: TreePlace, _ selection: TreeSelection) async throws -> PlaceKeys {
        PlaceKeys(try await read(place, selection).value, selection)
    }

    /// Counts the keys.
    public func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int {
        try await keys(of: place, selection).count
    }

    /// Counts the children, and reads a place without any.
    public func exists(_ place: TreePlace) async throws -> Bool {
        try await keys(of: place, .all) != .nothing
    }

    /// A reservation that excludes no other.
    public func reserve() async throws -> EngineReservation { EngineReservation() }

    /// A queue of its own for each ``TreeDatabase``.
    public var transactions: TransactionQueue { TransactionQueue() }

    /// None: a place's value has everything below the place.
    public var separateChildren: SeparateChildren? { nil }

    /// The state `connected`, forever.
    public var connection: AsyncStream<ConnectionState> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { $0.yield(.connected) }
    }
}
