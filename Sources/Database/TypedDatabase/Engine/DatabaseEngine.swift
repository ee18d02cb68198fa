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
}

/// A subscription to a place.
///
/// One task at a time asks for updates. A watch ends by ``cancel()``, and when it is released.
public protocol TreeWatch: AnyObject, Sendable {
    /// Waits for a change, and returns the differences.
    ///
    /// The first update has the current state, as one edit of the place itself. Each later one has
    /// the differences between the state after the last and a later state: those in between may be
    /// skipped, but an update never has a part of a batch.
    ///
    /// Throws `CancellationError` if the task is cancelled or the watch has ended, and another
    /// error if no more updates are possible.
    func next() async throws -> [TreeUpdate]

    func cancel()
}

/// The new value of a place at or below the watched one, as far as it is selected.
public struct TreeUpdate: Hashable, Sendable {
    /// The place, relative to the watched one.
    public var place: TreePlace
    /// The value; `nil` if the place is empty now.
    public var value: TreeValue?

    /// Makes an update of a place.
    public init(_ place: TreePlace, _ value: TreeValue?) {
        self.place = place
        self.value = value
    }
}

/// A place's value and version.
public struct VersionedValue: Sendable {
    /// The value; `nil` if the place is empty.
    public var value: TreeValue?
    /// The version of the place.
    public var version: TreeVersion

    /// Makes a value with its version.
    public init(_ value: TreeValue?, version: TreeVersion) {
        self.value = value
        self.version = version
    }
}

/// A state of a place, told from its other states. Opaque to everything but the engine that made
/// it.
public enum TreeVersion: Hashable, Sendable {
    /// The state with this value.
    case value(TreeValue?)

    /// The state with this tag, which a server has assigned.
    case tag(String)
}

/// A place, and the version that it must still have.
public struct PlaceVersion: Hashable, Sendable {
    /// The place.
    public var place: TreePlace
    /// The version that the place must still have.
    public var version: TreeVersion

    /// Makes a condition on a place.
    public init(_ place: TreePlace, _ version: TreeVersion) {
        self.place = place
        self.version = version
    }
}

/// The result of a conditional write.
public enum ConditionalWriteResult: Sendable {
    case written

    /// At least one place has another version, and nothing was written. These are the current
    /// values, in the order of the places, all of one state.
    case changed([VersionedValue])
}

/// The keys of a place's selected children.
public enum PlaceKeys: Hashable, Sendable {
    /// The place is empty, or none of its children is selected.
    case nothing

    /// A bool, a number or a string, which only `.all` selects.
    case scalar

    /// Children with these keys, at least one, in the selection's order.
    case children([TreeKey])

    /// The number of children.
    public var count: Int {
        if case .children(let keys) = self { keys.count } else { 0 }
    }
}

/// The state of an engine's connection to its data.
///
/// ```swift
/// for await state in database.connection {
///     notice = state.reason.map { "Offline: \($0.message)" }
/// }
/// ```
public enum ConnectionState: Hashable, Sendable {
    /// The data hasn't been reached yet, and no attempt has failed.
    case connecting

    /// The latest attempt to reach the data succeeded.
    case connected

    /// The latest attempt to reach the data failed, for a reason.
    case disconnected(reason: TreeDatabaseError)

    /// The reason why the data can't be reached; `nil` unless the state is
    /// ``disconnected(reason:)``.
    public var reason: TreeDatabaseError? {
        if case .disconnected(let reason) = self { reason } else { nil }
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

    /// A queue of its own for each ``TreeDatabase``.
    public var transactions: TransactionQueue { TransactionQueue() }

    /// The state `connected`, forever.
    public var connection: AsyncStream<ConnectionState> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { $0.yield(.connected) }
    }
}

// MARK: - One place

/// The result of ``DatabaseEngine/replace(_:with:ifVersionIs:)``.
package enum ReplaceResult: Sendable {
    case replaced

    /// The place has another version. This is the current value.
    case changed(VersionedValue)
}

extension DatabaseEngine {
    /// Replaces the value at a place if its version is still this one.
    package func replace(
        _ place: TreePlace, with value: PendingValue, ifVersionIs version: TreeVersion
    ) async throws -> ReplaceResult {
        let edit = TreeEdit(place, .set(value))
        switch try await write([edit], ifUnchanged: [PlaceVersion(place, version)]) {
        case .written: return .replaced
        case .changed(let current): return .changed(current[0])
        }
    }
}
