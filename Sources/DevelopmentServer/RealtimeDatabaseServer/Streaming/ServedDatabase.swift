import Foundation
import TypedDatabase

/// An engine, and the streams that follow it.
///
/// All writes go through it, one after the other, so that each stream gets the events of each
/// write, in the order of the writes. Other writes to the engine are visible to reads, but not to
/// streams.
// Mutable state is only ever touched while the lock is held.
final class ServedDatabase: @unchecked Sendable {
    private let engine: any DatabaseEngine

    /// Held during a write, and while a stream begins. Only connections' threads wait for the lock.
    private let lock = NSLock()

    private var feeds: [FeedID: Followed] = [:]

    private struct FeedID: Hashable {
        let place: TreePlace
        let selection: TreeSelection
    }

    private struct Followed {
        var feed: StreamFeed
        var subscriptions: [Subscription] = []
    }

    init(_ engine: any DatabaseEngine) {
        self.engine = engine
    }

    // MARK: Reading

    func read(
        _ place: TreePlace, _ selection: TreeSelection = .all, timeout: Double? = nil
    ) throws -> TreeValue? {
        try Blocking.wait(atMost: timeout) { [engine] in
            try await engine.read(place, selection).value
        }
    }

    func keys(
        of place: TreePlace, _ selection: TreeSelection, timeout: Double?
    ) throws -> PlaceKeys {
        try Blocking.wait(atMost: timeout) { [engine] in
            try await engine.keys(of: place, selection)
        }
    }

    func exists(_ place: TreePlace) throws -> Bool {
        try Blocking.wait { [engine] in try await engine.exists(place) }
    }

    // MARK: Writing

    /// Writes, and sends the events to all streams.
    func write(_ write: DatabaseWrite) throws -> ResolvedWrite {
        try lock.withLock {
            let resolved = try resolve(write)
            try Blocking.wait { [engine] in try await engine.write(resolved.engineEdits) }
            tellStreams(of: resolved)
            return resolved
        }
    }

    /// The error for a value with another tag.
    struct TagMismatch: Error {
        let current: TreeValue?
    }

    /// Replaces the value at a place if it has a tag, and sends the events to all streams.
    func replace(
        _ place: TreePlace, with value: PendingTree, ifTagIs tag: String
    ) throws -> ResolvedWrite {
        try lock.withLock {
            let current = try Blocking.wait { [engine] in try await engine.read(place, .all) }
            guard ETag.of(current.value) == tag else { throw TagMismatch(current: current.value) }
            let resolved = try resolve(DatabaseWrite(putting: value, at: place))
            let new = PendingValue(resolved.updates[0].value)
            let result = try Blocking.wait { [engine] in
                try await engine.replace(place, with: new, ifVersionIs: current.version)
            }
            if case .changed(let other) = result { throw TagMismatch(current: other.value) }
            tellStreams(of: resolved)
            return resolved
        }
    }

    private func resolve(_ write: DatabaseWrite) throws -> ResolvedWrite {
        let time = Int64(Date().timeIntervalSince1970 * 1000)
        return try write.resolved(at: time) { try read($0) }
    }

    private func tellStreams(of write: ResolvedWrite) {
        for id in feeds.keys {
            do {
                let events = try feeds[id]?.feed.events(of: write) {
                    try read(id.place, id.selection)
                }
                for event in (events ?? []).map(\.bytes) {
                    for subscription in feeds[id]?.subscriptions ?? [] {
                        subscription.queue.add(event)
                    }
                }
            } catch {
                // The state can't be read; clients have to reconnect.
                for subscription in feeds[id]?.subscriptions ?? [] { subscription.queue.finish() }
                feeds[id] = nil
            }
        }
    }

    // MARK: Streams

    var streamCount: Int {
        lock.withLock { feeds.values.reduce(0) { $0 + $1.subscriptions.count } }
    }

    /// Begins a stream with the current state, followed by the events of each write.
    ///
    /// - Parameter condition: throws if the stream must not begin. Until then, it can't be ended.
    func add(_ subscription: Subscription, if condition: () throws -> Void = {}) throws {
        try lock.withLock {
            try condition()
            let (place, selection) = (subscription.place, subscription.selection)
            let id = FeedID(place: place, selection: selection)
            let value = try read(place, selection)
            let new = Followed(feed: StreamFeed(place, selection, value: value))
            feeds[id, default: new].subscriptions.append(subscription)
            subscription.queue.add(StreamEvent.put(.root, value).bytes)
        }
    }

    func remove(_ subscription: Subscription) {
        lock.withLock {
            let id = FeedID(place: subscription.place, selection: subscription.selection)
            feeds[id]?.subscriptions.removeAll { $0 === subscription }
            if feeds[id]?.subscriptions.isEmpty ?? false { feeds[id] = nil }
        }
    }

    /// Ends some streams with an event that has the reason.
    func end(_ event: StreamEvent, where isMeant: (Subscription) -> Bool) {
        lock.withLock {
            for subscription in feeds.values.flatMap(\.subscriptions) where isMeant(subscription) {
                subscription.end(with: event)
            }
        }
    }
}
