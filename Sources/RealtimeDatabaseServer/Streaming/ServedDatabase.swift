import Foundation
import TypedDatabase

/// An engine, and the streams that follow it.
///
/// All writes go through here, one after the other, so that each stream gets the events of each write,
/// in the order of the writes. What others write to the engine is read, but no stream tells of it.
final class ServedDatabase: @unchecked Sendable {
    private let engine: any DatabaseEngine

    /// Held while something is written, and while a stream begins. Only threads of connections wait for it.
    private let lock = NSLock()

    // Only touched while the lock is held.
    private var feeds: [FeedID: Followed] = [:]

    private struct FeedID: Hashable {
        let place: TreePlace
        let selection: TreeSelection
    }

    private struct Followed {
        var feed: StreamFeed
        var subscriptions: [Subscription] = []

        mutating func tell(of write: ResolvedWrite, read: () throws -> TreeValue?) {
            do {
                for event in try feed.events(of: write, read: read).map(\.bytes) {
                    for subscription in subscriptions { subscription.queue.add(event) }
                }
            } catch {
                // What they should know can't be read; they have to begin again.
                for subscription in subscriptions { subscription.queue.finish() }
            }
        }
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
    ///
    /// - Parameter condition: throws if the write must not happen. Nothing else is written meanwhile.
    func write(_ write: DatabaseWrite, if condition: () throws -> Void = {}) throws -> ResolvedWrite
    {
        try lock.withLock {
            try condition()
            let time = Int64(Date().timeIntervalSince1970 * 1000)
            let resolved = try write.resolved(at: time) { try read($0) }
            try Blocking.wait { [engine] in try await engine.write(resolved.engineEdits) }
            for id in feeds.keys {
                feeds[id]?.tell(of: resolved) { try read(id.place, id.selection) }
            }
            return resolved
        }
    }

    // MARK: Streams

    var streamCount: Int {
        lock.withLock { feeds.values.reduce(0) { $0 + $1.subscriptions.count } }
    }

    /// Begins a stream: with all that is there, and then with each write from now on.
    func add(_ subscription: Subscription) throws {
        try lock.withLock {
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
