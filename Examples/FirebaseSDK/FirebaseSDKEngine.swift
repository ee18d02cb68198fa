import FirebaseDatabase
import Foundation
import TypedDatabase

/// Firebase's own SDK as an engine, for apps that use the SDK already: its offline persistence, its
/// sign-in, its local events. Copy this file into the app.
///
/// ```swift
/// let database = TreeDatabase(FirebaseSDKEngine(Database.database().reference()))
/// ```
///
/// - Arrays don't occur: a snapshot's children are read one by one, by their keys, so that the SDK
///   has no reason to make an array of them.
/// - Numbers: the SDK gives an `NSNumber` for bools too. Which ones are bools is decided as the SDK itself
///   does, by their C type, so that 1 stays an integer and `true` a bool.
/// - Priorities are neither read nor written. A value that is set loses the priority it had.
/// - Threads: the SDK calls back on the main queue, unless the app has set another. Here such a call
///   does no more than pass on what it was given; values are converted in the task that asked.
/// - Offline: a write is seen at once by all reads and watches of this app, and is sent when the
///   server can be reached. Until then `await` waits, unless ``waitsForServer`` is false. To cancel
///   the task ends the waiting, not the write.
/// - Keys can't be listed without their values, as REST can with `shallow`.
struct FirebaseSDKEngine: DatabaseEngine, @unchecked Sendable {
    // Unchecked, since the SDK's classes don't say that they are Sendable. A reference is immutable, and
    // hands each call to the SDK's own serial queue, whatever thread it comes from.
    private let root: DatabaseReference

    let transactions = TransactionQueue(reach: .onePlace)

    /// Whether a write returns when the server has answered. If not, it returns at once, and nobody
    /// hears of it if the server refuses: observers see the old value again, as with the SDK.
    private let waitsForServer: Bool

    /// - Parameter root: what all places are relative to, most often the database's root.
    init(_ root: DatabaseReference, waitsForServer: Bool = true) {
        self.root = root
        self.waitsForServer = waitsForServer
    }

    private func reference(_ place: TreePlace) -> DatabaseReference {
        place.keys.reduce(root) { $0.child($1.text) }
    }
}

// MARK: - Reading

extension FirebaseSDKEngine {
    /// Asks the server; offline, what the SDK has kept of the place, if that is all of it.
    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        let query = reference(place).selecting(selection)
        let snapshot = try await answer(at: place) { finish in
            query.getData { finish($0, $1.map(Transfer.init)) }
        }
        // What the SDK has kept can be more than was asked for.
        let value = selection.select(from: snapshot.content.treeValue)
        return VersionedValue(value, version: .value(value))
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        SDKWatch(reference(place).selecting(selection), at: place, selection)
    }

    var connection: AsyncStream<ConnectionState> {
        let connected = Transfer(root.database.reference(withPath: ".info/connected"))
        let hasBeenConnected = Flag()
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let handle = connected.content.observe(
                .value,
                with: { snapshot in
                    if snapshot.treeValue == .bool(true) {
                        hasBeenConnected.value = true
                        continuation.yield(.connected)
                    } else {
                        continuation.yield(hasBeenConnected.value ? .lost : .connecting)
                    }
                }, withCancel: nil)
            continuation.onTermination = { _ in
                connected.content.removeObserver(withHandle: handle)
            }
        }
    }
}

extension ConnectionState {
    /// The SDK doesn't say why.
    fileprivate static let lost = disconnected(
        reason: TreeDatabaseError(.unavailable, "the connection to the server is lost"))
}

// MARK: - Writing

extension FirebaseSDKEngine {
    func write(_ edits: [TreeEdit]) async throws {
        guard let first = edits.first else { return }
        if edits.count == 1 {
            return try await acknowledgement(at: first.place) { finish in
                reference(first.place).setValue(
                    first.operation.sdkValue, withCompletionBlock: finish)
            }
        }
        let values = edits.map { (AnyHashable($0.place.description), $0.operation.sdkValue) }
        let update = Dictionary(values) { first, _ in first }
        guard update.count == edits.count else {
            throw TreeDatabaseError(
                .overlappingEdits, at: first.place,
                "two places of the batch differ in nothing but how an accent is encoded, which the "
                    + "SDK can't tell apart in one update; write them one after the other")
        }
        try await acknowledgement(at: .root) { finish in
            root.updateChildValues(update, withCompletionBlock: finish)
        }
    }

    /// A transaction of the SDK, which is of one place. Offline it waits, and doesn't outlive the app.
    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        guard let edit = edits.first, case .set(let value) = edit.operation, edits.count == 1,
            versions.map(\.place) == [edit.place]
        else {
            throw TreeDatabaseError(
                .unsupported, at: edits.first?.place,
                "the SDK can't write several places on a condition; use a transaction of one "
                    + "place that contains all of them, or a batch with increments")
        }
        let (place, version) = (edit.place, versions[0].version)
        let isReplaced = Flag()
        let snapshot = try await answer(at: place) { finish in
            reference(place).runTransactionBlock(
                { current in
                    // The SDK guesses what is there, and calls again with what the server says. So
                    // another value isn't a reason to give up: to write it back finds out.
                    isReplaced.value = version == .value(current.treeValue)
                    if isReplaced.value { current.value = value.sdkValue }
                    return .success(withValue: current)
                }, andCompletionBlock: { finish($0, $2.map(Transfer.init)) }, withLocalEvents: false
            )
        }
        if isReplaced.value { return .written }
        let current = snapshot.content.treeValue
        return .changed([VersionedValue(current, version: .value(current))])
    }

    private func acknowledgement(
        at place: TreePlace, of begin: (@escaping ((any Error)?, DatabaseReference) -> Void) -> Void
    ) async throws {
        guard waitsForServer else { return begin { _, _ in } }
        try await answer(at: place) { finish in begin { error, _ in finish(error, ()) } }
    }

    /// Waits until the SDK calls back, or the task is cancelled.
    private func answer<Value: Sendable>(
        at place: TreePlace, of begin: (@escaping ((any Error)?, Value?) -> Void) -> Void
    ) async throws -> Value {
        let (answers, continuation) = AsyncThrowingStream.makeStream(of: Value.self)
        begin { error, value in
            if let value, error == nil { continuation.yield(value) }
            continuation.finish(throwing: error.map { TreeDatabaseError($0, at: place) })
        }
        for try await answer in answers { return answer }
        try Task.checkCancellation()
        throw TreeDatabaseError(.unavailable, at: place, "the SDK gave no answer")
    }
}

// MARK: - Watching

/// An observer of the SDK's `.value` events. Each of them has the whole selection, so that only the last
/// one is kept.
private final class SDKWatch: TreeWatch, @unchecked Sendable {
    // Unchecked, since the compiler doesn't know that the lock guards all that changes.
    private let lock = NSLock()
    private var handle: DatabaseHandle?
    private var isEnded = false
    private var latest: DataSnapshot?

    private let query: DatabaseQuery
    private let place: TreePlace
    private let selection: TreeSelection
    private let signal = WatchSignal()

    init(_ query: DatabaseQuery, at place: TreePlace, _ selection: TreeSelection) {
        self.query = query
        self.place = place
        self.selection = selection
    }

    deinit {
        cancel()
    }

    func next() async throws -> [TreeUpdate] {
        lock.withLock { begin() }
        while true {
            _ = try await signal.next()
            // There is nothing to tell before the first event, nor of one that has been told.
            let snapshot = lock.withLock {
                defer { latest = nil }
                return Transfer(latest)
            }.content
            if let snapshot {
                return [TreeUpdate(.root, selection.select(from: snapshot.treeValue))]
            }
        }
    }

    private func begin() {
        guard handle == nil, !isEnded else { return }
        handle = query.observe(
            .value,
            with: { [weak self] snapshot in
                guard let self else { return }
                self.lock.withLock { self.latest = snapshot }
                self.signal.markEverything()
            },
            withCancel: { [signal, place] error in
                signal.fail(TreeDatabaseError(error, at: place))
            })
    }

    func cancel() {
        lock.withLock {
            if let handle, !isEnded { query.removeObserver(withHandle: handle) }
            isEnded = true
        }
        signal.end()
    }
}

/// Lets a snapshot or a reference go from the SDK's thread to a task.
///
/// Unchecked, since the SDK's classes don't say that they are Sendable; both are immutable.
private struct Transfer<Content>: @unchecked Sendable {
    let content: Content

    init(_ content: Content) {
        self.content = content
    }
}

/// Unchecked, since the SDK writes it on its queue, and it is read after the SDK is done.
private final class Flag: @unchecked Sendable {
    var value = false
}

// MARK: - Queries

extension DatabaseQuery {
    /// The children of a selection, or all if the SDK can't ask for it: of bounds it takes no children.
    fileprivate func selecting(_ selection: TreeSelection) -> DatabaseQuery {
        let bounds = [selection.lower, selection.upper]
        if selection == .all || bounds.contains(where: \.isAtChildren) { return self }
        var query =
            switch selection.order {
            case .key: queryOrderedByKey()
            case .value: queryOrderedByValue()
            case .child(let place): queryOrdered(byChild: place.description)
            }
        if let bound = selection.lower { query = query.starting(bound) }
        if let bound = selection.upper { query = query.ending(bound) }
        return switch selection.limit {
        case .first(let count)?: query.queryLimited(toFirst: UInt(count))
        case .last(let count)?: query.queryLimited(toLast: UInt(count))
        case nil: query
        }
    }

    // Without a child's key the SDK wants the other function: it refuses even `nil` in an order by key.

    private func starting(_ bound: TreeSelection.Bound) -> DatabaseQuery {
        let (value, key) = bound.position.sdkValue
        return switch (bound.isInclusive, key) {
        case (true, nil): queryStarting(atValue: value)
        case (true, let key?): queryStarting(atValue: value, childKey: key)
        case (false, nil): queryStarting(afterValue: value)
        case (false, let key?): queryStarting(afterValue: value, childKey: key)
        }
    }

    private func ending(_ bound: TreeSelection.Bound) -> DatabaseQuery {
        let (value, key) = bound.position.sdkValue
        return switch (bound.isInclusive, key) {
        case (true, nil): queryEnding(atValue: value)
        case (true, let key?): queryEnding(atValue: value, childKey: key)
        case (false, nil): queryEnding(beforeValue: value)
        case (false, let key?): queryEnding(beforeValue: value, childKey: key)
        }
    }
}

extension TreeSelection.Bound? {
    fileprivate var isAtChildren: Bool {
        if case .value(.children?, _)? = self?.position { true } else { false }
    }
}

extension TreePosition {
    fileprivate var sdkValue: (value: Any?, key: String?) {
        switch self {
        case .key(let key): (key.text, nil)
        case .value(let value, let key): (value.map { PendingValue($0).sdkValue }, key?.text)
        }
    }
}

// MARK: - Values

extension TreeEdit.Operation {
    fileprivate var sdkValue: Any {
        switch self {
        case .set(let value): value.sdkValue
        case .increment(.double(let number)): ServerValue.increment(NSNumber(value: number))
        case .increment(.integer(let number)): ServerValue.increment(NSNumber(value: number))
        // No other increment reaches an engine.
        case .increment: ServerValue.increment(0)
        }
    }
}

extension PendingValue {
    fileprivate var sdkValue: Any {
        if serverTimes.contains(.root) { return ServerValue.timestamp() }
        switch value {
        case .bool(let value)?: return NSNumber(value: value)
        case .integer(let value)?: return NSNumber(value: value)
        case .double(let value)?: return NSNumber(value: value)
        case .string(let value)?: return value
        case nil where serverTimes.isEmpty: return NSNull()
        case .children?, nil: break
        }
        // Not a Swift dictionary, which takes é for e with an accent.
        let children = NSMutableDictionary()
        for (key, child) in value?.children ?? [:] {
            children[NSString(string: key.text)] = PendingValue(child).sdkValue
        }
        for (key, times) in Dictionary(grouping: serverTimes, by: { $0.keys[0] }) {
            let below = times.map { TreePlace(Array($0.keys.dropFirst())) }
            let child = PendingValue(value?.children[key], serverTimes: below)
            children[NSString(string: key.text)] = child.sdkValue
        }
        return children
    }
}

/// What snapshots and the data of transactions have in common.
private protocol SDKNode {
    var name: String? { get }
    var value: Any? { get }
    var children: NSEnumerator { get }
    var childrenCount: UInt { get }
}

extension DataSnapshot: SDKNode {
    fileprivate var name: String? { key }
}

extension MutableData: SDKNode {
    fileprivate var name: String? { key }
}

extension SDKNode {
    fileprivate var treeValue: TreeValue? {
        guard childrenCount == 0 else {
            let nodes = children.compactMap { $0 as? any SDKNode }
            return TreeValue(
                TreeChildren(
                    nodes.compactMap { node in
                        guard let name = node.name, let value = node.treeValue else { return nil }
                        return (TreeKey(name), value)
                    }))
        }
        return switch value {
        case let number as NSNumber: TreeValue(number)
        case let text as String: .string(text)
        default: nil
        }
    }
}

extension TreeValue {
    /// A bool has the C type `B` or, which the SDK takes for one as well, `c`.
    fileprivate init(_ number: NSNumber) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "B"), UInt8(ascii: "c"): self = .bool(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .number(number.doubleValue)
        case UInt8(ascii: "Q") where number.uint64Value > Int64.max:
            self = .number(number.doubleValue)
        default: self = .integer(number.int64Value)
        }
    }
}

extension TreeDatabaseError {
    /// The SDK's errors, by their numbers.
    fileprivate init(_ error: any Error, at place: TreePlace) {
        let error = error as NSError
        let kind: Kind =
            switch (error.domain, error.code) {
            case ("com.firebase", 1): .permissionDenied
            case ("com.firebase", 3): .outcomeUnknown
            default: .unavailable
            }
        self.init(kind, at: place, error.localizedDescription)
    }
}
