/// What holds the data: memory, a file, a server.
///
/// An engine is untyped. All that is typed, and all that is `Codable`, is in ``TreeDatabase``, once. It also
/// checks what it gives to an engine: keys, sizes and depths obey ``TreeLimits``, numbers are finite,
/// no place of a batch is inside another. An engine need not check that again.
///
/// The conformance suite in `TypedDatabaseConformance` holds an engine to the semantics that
/// ``TreeValue`` and the functions here describe.
public protocol DatabaseEngine: Sendable {
    /// Reads what is at a place: all of it, or of its children those that are selected.
    ///
    /// The version is that of the place, and is only needed where the selection is `.all`.
    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue

    /// Reads the keys of the selected children, and not what is at them if that can be avoided.
    func keys(of place: TreePlace, _ selection: TreeSelection) async throws -> PlaceKeys

    /// Counts the selected children, and doesn't read what is at them if that can be avoided.
    ///
    /// A bool, a number or a string counts as no children.
    func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int

    /// Whether there is anything at a place.
    func exists(_ place: TreePlace) async throws -> Bool

    /// Makes all edits, or none.
    ///
    /// Once it returns, each read sees them. Writes of one task are made in their order.
    ///
    /// If the task is cancelled, an engine may throw `CancellationError`, even at once. Whether the edits
    /// are made is then unknown, but they are never made after a later write to one of these places has
    /// returned.
    func write(_ edits: [TreeEdit]) async throws

    /// Makes all edits if each of some places still has its version, or else none.
    ///
    /// Checking and writing are one step. The edits may be of other places than those, or none: then
    /// the versions are only checked.
    ///
    /// An engine whose ``transactions`` are of ``TransactionQueue/Reach/onePlace`` is only asked to
    /// set the one place whose version is given, and throws
    /// `TreeDatabaseError.Kind.unsupported` for anything else.
    ///
    /// To cancel it means the same as for ``write(_:)``.
    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult

    /// Watches what is at a place: all of it, or of its children those that are selected.
    ///
    /// Nothing happens until the watch is first asked for an update.
    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch

    /// Whether the engine can reach its data, now and from now on.
    var connection: AsyncStream<ConnectionState> { get }

    /// Where transactions wait for each other, and which ones the engine can make.
    ///
    /// By default each ``TreeDatabase`` has a queue of its own. Keep one in the engine, so that all
    /// that use the engine share it.
    var transactions: TransactionQueue { get }
}

/// A subscription to what is at a place.
///
/// One task at a time asks for updates. A watch ends by ``cancel()``, and when it is released.
public protocol TreeWatch: AnyObject, Sendable {
    /// Waits for something to change, and says what.
    ///
    /// The first update has the state now, as one edit of the place itself. Each later one has the
    /// differences between the state after the last and a later state: those in between may be left out,
    /// but an update never has a part of a batch.
    ///
    /// Throws `CancellationError` if the task is cancelled or the watch has ended, and another error if
    /// there can't be any more updates.
    func next() async throws -> [TreeUpdate]

    func cancel()
}

/// What a place below the watched one holds from now on, of that which was selected.
public struct TreeUpdate: Hashable, Sendable {
    /// The place, relative to the watched one.
    public var place: TreePlace
    public var value: TreeValue?

    public init(_ place: TreePlace, _ value: TreeValue?) {
        self.place = place
        self.value = value
    }
}

/// The value at a place, and the version of it.
public struct VersionedValue: Sendable {
    public var value: TreeValue?
    public var version: TreeVersion

    public init(_ value: TreeValue?, version: TreeVersion) {
        self.value = value
        self.version = version
    }
}

/// What tells one state of a place from another. What is in it is the engine's affair.
public enum TreeVersion: Hashable, Sendable {
    /// The state in which the place has this value.
    case value(TreeValue?)

    /// The state that a server has given this tag.
    case tag(String)
}

/// A place, and the version that it is to have still.
public struct PlaceVersion: Hashable, Sendable {
    public var place: TreePlace
    public var version: TreeVersion

    public init(_ place: TreePlace, _ version: TreeVersion) {
        self.place = place
        self.version = version
    }
}

public enum ConditionalWriteResult: Sendable {
    case written

    /// At least one of the places has another version. These are the values now, in the order of the
    /// places, all of one state.
    case changed([VersionedValue])
}

/// What is selected of a place, by its keys alone.
public enum PlaceKeys: Hashable, Sendable {
    /// Nothing is there, or nothing of it is selected.
    case nothing

    /// A bool, a number or a string, which only `.all` selects.
    case scalar

    /// Children with these keys, at least one, in the order that was asked for.
    case children([TreeKey])

    /// The number of children.
    public var count: Int {
        if case .children(let keys) = self { keys.count } else { 0 }
    }
}

/// Whether an engine can reach its data.
///
/// ```swift
/// for await state in database.connection {
///     notice = state.reason.map { "Offline: \($0.message)" }
/// }
/// ```
public enum ConnectionState: Hashable, Sendable {
    /// The data was neither reached yet, nor was it impossible to reach it.
    case connecting

    /// The data could be reached the last time that it was tried.
    case connected

    /// The data couldn't be reached the last time that it was tried, for a reason.
    case disconnected(reason: TreeDatabaseError)

    /// Why the data can't be reached; `nil` unless the state is ``disconnected(reason:)``.
    public var reason: TreeDatabaseError? {
        if case .disconnected(let reason) = self { reason } else { nil }
    }
}

// MARK: - Defaults

extension DatabaseEngine {
    public func keys(of place: TreePlace, _ selection: TreeSelection) async throws -> PlaceKeys {
        PlaceKeys(try await read(place, selection).value, selection)
    }

    public func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int {
        try await keys(of: place, selection).count
    }

    public func exists(_ place: TreePlace) async throws -> Bool {
        try await keys(of: place, .all) != .nothing
    }

    public var transactions: TransactionQueue { TransactionQueue() }

    /// Connected, and never anything else.
    public var connection: AsyncStream<ConnectionState> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { $0.yield(.connected) }
    }
}

// MARK: - One place

/// The result of ``DatabaseEngine/replace(_:with:ifVersionIs:)``.
package enum ReplaceResult: Sendable {
    case replaced

    /// The place has another version: this is the value now.
    case changed(VersionedValue)
}

extension DatabaseEngine {
    /// Replaces what is at a place if its version is still this one.
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
