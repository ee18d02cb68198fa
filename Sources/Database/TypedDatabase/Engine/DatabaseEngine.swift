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

// MARK: - Reading

/// A place's value and version.
public struct VersionedValue: Sendable {
    /// The value; `nil` if the place is empty.
    public var value: TreeValue?
    /// The version of the place.
    public var version: TreeVersion
    /// Whether the value is one that the engine has kept, since the data can't be reached.
    public var isFromCache = false

    /// Makes a value with its version.
    public init(_ value: TreeValue?, version: TreeVersion) {
        self.value = value
        self.version = version
    }
}

/// An identifier of a place's state. Opaque to everything but the engine that made it.
public enum TreeVersion: Hashable, Sendable {
    /// The state with this value.
    case value(TreeValue?)

    /// The state with this tag, which a server has assigned.
    case tag(String)
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

extension PlaceKeys {
    /// Makes the keys of the selected part of a value.
    public init(_ value: TreeValue?, _ selection: TreeSelection) {
        switch value {
        case .children(let children)?:
            let keys = selection.select(from: children).map(\.key)
            self = keys.isEmpty ? .nothing : .children(keys)
        case _? where selection == .all: self = .scalar
        default: self = .nothing
        }
    }
}

// MARK: - Writing

/// A change of one place, for an engine to make.
public struct TreeEdit: Hashable, Sendable {
    /// The place to change.
    public var place: TreePlace
    /// The kind of change.
    public var operation: Operation

    /// Makes an edit of a place.
    public init(_ place: TreePlace, _ operation: Operation) {
        self.place = place
        self.operation = operation
    }

    /// A kind of change.
    public enum Operation: Hashable, Sendable {
        /// Replaces the place's value. A value that stores nothing removes it.
        case set(PendingValue)

        /// Adds to the number at the place; to 0 if the place is empty.
        ///
        /// Two integers make an integer, or a double if that overflows. A sum that isn't finite
        /// becomes the greatest or the least finite number.
        case increment(TreeValue)
    }
}

/// A value to be written, parts of which only the engine knows.
public struct PendingValue: Hashable, Sendable {
    /// The known part of the value; `nil` if that is nothing.
    public var value: TreeValue?

    /// The places where the engine puts its own time when it writes: whole milliseconds since 1970,
    /// in UTC. They are relative to the value; none is inside another, or has a value.
    public var serverTimes: [TreePlace]

    /// Makes a value with places for the engine's time.
    public init(_ value: TreeValue?, serverTimes: [TreePlace] = []) {
        self.value = value
        self.serverTimes = serverTimes
    }

    /// Returns the value with the engine's time filled in.
    ///
    /// - Parameter time: the engine's time, in milliseconds since 1970.
    public func resolved(at time: Int64) -> TreeValue? {
        serverTimes.reduce(into: value) { $0[$1] = .integer(time) }
    }
}

extension TreeEdit {
    /// Returns the value of the edit's place after the edit.
    ///
    /// - Parameters:
    ///   - time: the engine's time, in milliseconds since 1970.
    ///   - current: the value at the place before the edit.
    public func resolved(at time: Int64, from current: TreeValue?) -> TreeValue? {
        switch operation {
        case .set(let value): value.resolved(at: time)
        case .increment(let delta): TreeValue.sum(current, delta)
        }
    }
}

extension TreeValue {
    /// Returns the sum of two numbers; other values count as 0.
    static func sum(_ a: TreeValue?, _ b: TreeValue) -> TreeValue {
        switch (a, b) {
        case (.integer(let x)?, .integer(let y)):
            let (sum, overflow) = x.addingReportingOverflow(y)
            return overflow ? .finite(Double(x) + Double(y)) : .integer(sum)
        case (.integer(let x)?, .double(let y)): return .finite(Double(x) + y)
        case (.double(let x)?, .integer(let y)): return .finite(x + Double(y))
        case (.double(let x)?, .double(let y)): return .finite(x + y)
        default: return b
        }
    }

    private static func finite(_ sum: Double) -> TreeValue {
        let greatest = Double.greatestFiniteMagnitude
        return .number(min(max(sum, -greatest), greatest))
    }
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

/// The result of a replacement.
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

// MARK: - Watching

/// A subscription to a place.
///
/// One task at a time asks for updates. A watch ends by ``cancel()``, and when it is released.
public protocol TreeWatch: AnyObject, Sendable {
    /// Waits for a change, and returns the differences.
    ///
    /// The first update has the current state, as one edit of the place itself, with all writes of
    /// this engine that returned before it was asked for. Each later one has
    /// the differences between the state after the last and a later state: those in between may be
    /// skipped, but an update never has a part of a batch. There are no differences if only
    /// ``isFromCache`` has changed.
    ///
    /// Throws `CancellationError` if the task is cancelled or the watch has ended, and another
    /// error if no more updates are possible.
    func next() async throws -> [TreeUpdate]

    func cancel()

    /// Whether the state that the updates have led to is one that was kept while the data couldn't
    /// be reached.
    var isFromCache: Bool { get }
}

extension TreeWatch {
    /// `false`, for engines without a cache.
    public var isFromCache: Bool { false }
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

// MARK: - The connection

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
