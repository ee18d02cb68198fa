import Foundation
import SecurityRules
import TypedDatabase
import TypedDatabaseRules

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

    /// The streams of places that change, for pages in browsers.
    private var pages: [EventQueue] = []

    private let now: @Sendable () -> Date

    init(_ engine: any DatabaseEngine, now: @escaping @Sendable () -> Date = { Date() }) {
        self.engine = engine
        self.now = now
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

    /// Throws if a write isn't allowed. The time is that of its server times.
    typealias WriteCheck = (ResolvedWrite, _ time: Int64, ServedDatabase) throws -> Void

    /// Writes, and sends the events to all streams.
    func write(
        _ write: DatabaseWrite, check: WriteCheck = { _, _, _ in }
    ) throws -> ResolvedWrite {
        try lock.withLock {
            let resolved = try resolve(write, check)
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
        _ place: TreePlace, with value: PendingTree, ifTagIs tag: String, check: WriteCheck
    ) throws -> ResolvedWrite {
        try lock.withLock {
            let current = try Blocking.wait { [engine] in try await engine.read(place, .all) }
            guard ETag.of(current.value) == tag else { throw TagMismatch(current: current.value) }
            let resolved = try resolve(DatabaseWrite(putting: value, at: place), check)
            let new = PendingValue(resolved.updates[0].value)
            let result = try Blocking.wait { [engine] in
                try await engine.replace(place, with: new, ifVersionIs: current.version)
            }
            if case .changed(let other) = result { throw TagMismatch(current: other.value) }
            tellStreams(of: resolved)
            return resolved
        }
    }

    private func resolve(_ write: DatabaseWrite, _ check: WriteCheck) throws -> ResolvedWrite {
        let time = millisecondsNow
        let resolved = try write.resolved(at: time) { try read($0) }
        try check(resolved, time, self)
        return resolved
    }

    private var millisecondsNow: Int64 { Int64(now().timeIntervalSince1970 * 1000) }

    private func tellStreams(of write: ResolvedWrite) {
        if !pages.isEmpty { tell(pages, of: write.changedPlaces) }
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

    // MARK: Pages

    /// Runs some reads of the engine in one task.
    func read<R: Sendable>(
        _ body: @escaping @Sendable (any DatabaseEngine) async throws -> R
    ) throws -> R {
        try Blocking.wait { [engine] in try await body(engine) }
    }

    func addPage(_ queue: EventQueue) {
        lock.withLock { pages.append(queue) }
    }

    func removePage(_ queue: EventQueue) {
        lock.withLock { pages.removeAll { $0 === queue } }
    }

    /// Tells pages that places may look different.
    func tellPages(of places: [TreePlace]) {
        tell(lock.withLock { pages }, of: places)
    }

    private func tell(_ pages: [EventQueue], of places: [TreePlace]) {
        let event = StreamEvent.changes(places).bytes
        for page in pages { page.add(event) }
    }

    // MARK: Rules

    /// Returns the reason why rules refuse a read; `nil` if they don't.
    func refusal(
        ofReading place: TreePlace, _ selection: TreeSelection, by rules: SecurityRules,
        as identity: Identity
    ) throws -> RulesRefusal? {
        let gate = RulesGuard(rules, auth: identity.auth)
        return try refusal(of: identity) {
            gate.verdict(
                onReading: place, selection, at: millisecondsNow, knowing: $0)
        }
    }

    /// Returns the reason why rules refuse a write; `nil` if they don't.
    func refusal(
        of write: ResolvedWrite, at time: Int64, by rules: SecurityRules, as identity: Identity
    ) throws -> RulesRefusal? {
        let gate = RulesGuard(rules, auth: identity.auth)
        return try refusal(of: identity) {
            gate.verdict(onWriting: write.engineEdits, at: time, knowing: $0)
        }
    }

    /// Asks for a verdict until all places that it depends on are known.
    private func refusal(
        of identity: Identity, _ verdict: (KnownData) -> RulesGuard.Verdict
    ) throws -> RulesRefusal? {
        if case .administrator = identity { return nil }
        var known = KnownData()
        while true {
            let verdict = verdict(known)
            if verdict.missing.isEmpty { return verdict.refusal }
            for place in verdict.missing {
                known.set(
                    try Blocking.wait { [engine] in try await engine.read(place, .all) }, at: place)
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

// MARK: - Waiting

/// Synchronous waits for asynchronous work, on the server's own threads, never in the cooperative
/// pool.
enum Blocking {
    struct TimedOut: Error {}

    static func wait<R: Sendable>(
        atMost seconds: Double? = nil, for work: @escaping @Sendable () async throws -> R
    ) throws -> R {
        let result = Locked<Result<R, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let task = Task {
            let outcome: Result<R, any Error>
            do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
            result.withLock { $0 = outcome }
            done.signal()
        }
        if let seconds {
            if done.wait(timeout: .now() + seconds) == .timedOut { task.cancel() }
        } else {
            done.wait()
        }
        guard let outcome = result.withLock({ $0 }) else { throw TimedOut() }
        return try outcome.get()
    }
}
