import TypedDatabase

/// A client's stream.
final class Subscription: Sendable {
    let place: TreePlace
    let selection: TreeSelection
    let identity: Identity
    let queue: EventQueue

    init(
        _ place: TreePlace, _ selection: TreeSelection, as identity: Identity, queue: EventQueue
    ) {
        self.place = place
        self.selection = selection
        self.identity = identity
        self.queue = queue
    }

    /// Sends a last event.
    func end(with event: StreamEvent) {
        queue.add(event.bytes)
        queue.finish()
    }
}

// MARK: - Events

/// The events of all streams with the same place and query.
struct StreamFeed {
    let place: TreePlace
    let selection: TreeSelection

    /// The selected children that the clients know; only for queries.
    private var window: TreeValue?

    /// - Parameter value: the value of the selection.
    init(_ place: TreePlace, _ selection: TreeSelection, value: TreeValue?) {
        self.place = place
        self.selection = selection
        window = selection == .all ? nil : value
    }

    /// Returns the events of a write.
    ///
    /// - Parameter read: reads the selection after the write. Only queries call it.
    mutating func events(
        of write: ResolvedWrite, read: () throws -> TreeValue?
    ) rethrows -> [StreamEvent] {
        guard write.touches(place) else { return [] }
        guard selection == .all else {
            let old = window
            window = try read()
            if write.value(at: place) != nil { return [.put(.root, window)] }
            return Self.differences(from: old, to: window)
        }
        if let value = write.value(at: place) { return [.put(.root, value)] }
        if !write.isPatch {
            return write.updates.map { .put(write.place.relative(to: place), $0.value) }
        }
        if place.contains(write.place) {
            return [.patch(write.place.relative(to: place), write.updates)]
        }
        return [.patch(.root, Self.updates(of: write, below: place))]
    }

    /// Returns the updates of a patch above a place that are at or below the place.
    private static func updates(of write: ResolvedWrite, below place: TreePlace) -> [TreeUpdate] {
        write.updates.compactMap { update in
            let written = write.place.appending(update.place)
            guard place.contains(written) else { return nil }
            return TreeUpdate(written.relative(to: place), update.value)
        }
    }

    /// Returns one event for all children that have left or entered a window, or changed, so that
    /// no client sees a part of a write.
    private static func differences(from old: TreeValue?, to new: TreeValue?) -> [StreamEvent] {
        let (old, new) = (old?.children ?? TreeChildren(), new?.children ?? TreeChildren())
        let left = old.filter { new[$0.key] == nil }.map { TreeUpdate([$0.key], nil) }
        let changed = new.filter { old[$0.key] != $0.value }.map { TreeUpdate([$0.key], $0.value) }
        let updates = left + changed
        switch updates.count {
        case 0: return []
        case 1: return [.put(updates[0].place, updates[0].value)]
        default: return [.patch(.root, updates)]
        }
    }
}

/// An event of a stream.
enum StreamEvent {
    /// The new value of a place, relative to the stream's.
    case put(TreePlace, TreeValue?)

    /// The new values of some places below one.
    case patch(TreePlace, [TreeUpdate])

    /// A sign that the connection is alive.
    case keepAlive

    /// The rules no longer allow reading.
    case cancel

    /// The token is no longer accepted.
    case authRevoked

    /// Places may have changed, for the page.
    case changes([TreePlace])

    /// The event's bytes on the wire.
    var bytes: [UInt8] {
        switch self {
        case .put(let place, let value):
            Self.event("put", at: place, data: ServiceJSONWriter.bytes(of: value))
        case .patch(let place, let updates):
            Self.event(
                "patch", at: place,
                data: ServiceJSONWriter.bytes(
                    ofObject: updates.map { ($0.place.description, $0.value) }))
        case .keepAlive: Array("event: keep-alive\ndata: null\n\n".utf8)
        case .changes(let places):
            Array("event: changes\ndata: ".utf8)
                + PageJSON.list(places.map { .text("/\($0)") }).bytes + Array("\n\n".utf8)
        case .cancel: Array("event: cancel\ndata: null\n\n".utf8)
        case .authRevoked:
            Array("event: auth_revoked\ndata: credential is no longer valid\n\n".utf8)
        }
    }

    private static func event(_ name: String, at place: TreePlace, data: [UInt8]) -> [UInt8] {
        var bytes = Array("event: \(name)\ndata: {\"path\":".utf8)
        bytes += ServiceJSONWriter.bytes(of: .string("/\(place)"))
        bytes += ",\"data\":".utf8
        bytes += data
        bytes += "}\n\n".utf8
        return bytes
    }
}

// MARK: - Sending

/// The pending events of a client's stream. Bounded, since a client may be slow.
final class EventQueue: Sendable {
    /// Readable when events are pending, or the queue is finished.
    let wakeup: Wakeup

    private let capacity: Int
    private let backlog: Backlog<EventQueue>
    private let onOverflow: @Sendable () -> Void
    private let state = Locked(State())

    private struct State {
        var events: [[UInt8]] = []
        var byteCount = 0

        /// Whether new events are dropped.
        var isFinished = false
    }

    /// - Parameters:
    ///   - capacity: the limit in bytes.
    ///   - backlog: the total of all streams, which has a limit as well.
    ///   - onOverflow: called when the client is too slow. Pending events are dropped then.
    init(
        capacity: Int, backlog: Backlog<EventQueue>, onOverflow: @escaping @Sendable () -> Void
    ) throws(SocketError) {
        self.capacity = capacity
        self.backlog = backlog
        self.onOverflow = onOverflow
        wakeup = try Wakeup()
    }

    func add(_ event: [UInt8]) {
        let (isAdded, isFull) = state.withLock { state in
            guard !state.isFinished else { return (false, false) }
            // A single event may exceed the limit, if no other is pending.
            if state.byteCount > 0 && state.byteCount + event.count > capacity {
                return (false, true)
            }
            state.events.append(event)
            state.byteCount += event.count
            return (true, false)
        }
        if isFull { overflow() }
        if isAdded { backlog.add(event.count, of: self)?.overflow() }
        wakeup.wake()
    }

    private func overflow() {
        discard()
        onOverflow()
        wakeup.wake()
    }

    /// Drops all pending events and all later ones.
    func discard() {
        let count = state.withLock { state in
            defer { state = State(isFinished: true) }
            return state.byteCount
        }
        backlog.remove(count, of: self)
    }

    /// Drops all later events.
    func finish() {
        state.withLock { $0.isFinished = true }
        wakeup.wake()
    }

    /// Takes all pending events, in order. Returns also whether no more will come.
    func take() -> (events: [[UInt8]], isFinished: Bool) {
        wakeup.clear()
        let (events, count, isFinished) = state.withLock { state in
            defer { (state.events, state.byteCount) = ([], 0) }
            return (state.events, state.byteCount, state.isFinished)
        }
        backlog.remove(count, of: self)
        return (events, isFinished)
    }
}
