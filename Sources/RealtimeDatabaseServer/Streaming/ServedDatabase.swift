import Foundation
import TypedDatabase

/// An engine, and the streams that follow it.
///
/// All writes go through here, one after the other, so that each stream gets the events of each write,
/// in the order of the writes. What others write to the engine is read, but no stream tells of it.
// Mutable state is only ever touched while the lock is held.
final class ServedDatabase: @unchecked Sendable {
    private let engine: any DatabaseEngine

    /// Held while something is written, and while a stream begins. Only threads of connections wait for
    /// it.
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

    /// Writes, and tells all streams.
    func write(_ write: DatabaseWrite) throws -> ResolvedWrite {
        try lock.withLock {
            let resolved = try resolve(write)
            try Blocking.wait { [engine] in try await engine.write(resolved.engineEdits) }
            tellStreams(of: resolved)
            return resolved
        }
    }

    /// The value to be replaced has another tag.
    struct TagMismatch: Error {
        let current: TreeValue?
    }

    /// Replaces what is at a place, and tells all streams, if the value that is there has a tag.
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
                // The state to be sent can't be read; clients have to connect again.
                for subscription in feeds[id]?.subscriptions ?? [] { subscription.queue.finish() }
                feeds[id] = nil
            }
        }
    }

    // MARK: Streams

    var streamCount: Int {
        lock.withLock { feeds.values.reduce(0) { $0 + $1.subscriptions.count } }
    }

    /// Begins a stream: with all that is there, and then with each write from now on.
    ///
    /// - Parameter condition: throws if it must not begin. Until it has begun it can't be ended.
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

    /// Ends some streams with an event that says why.
    func end(_ event: StreamEvent, where isMeant: (Subscription) -> Bool) {
        lock.withLock {
            for subscription in feeds.values.flatMap(\.subscriptions) where isMeant(subscription) {
                subscription.end(with: event)
            }
        }
    }
}
