import Foundation
import TypedDatabase
import TypedPaths

// How an engine works without network, from a call to its answer:
//
// - `OfflineEngine`, here and in `Engine/OfflineRequests.swift`, turns a call into a transition of the
//   device, and waits for a state of the device that answers it.
// - `Device` is a value that has all that is known and pending: the `Outbox`, the observed queries
//   (`TrackedQuery`), and the `Catalog` of the cached ones. Its transitions take calls, updates of the
//   remote and reports of the store, and leave `Effect`s. It has no locks, tasks or clock, so that a
//   simulation can try every order of events.
// - `OfflineCore` has the device under its lock, and dispatches the effects: to the store, one job
//   after the other (`StoreQueue`), to the remote (`RemoteTasks`), and to observers.
// - An observer sees the server's last value with `Overlay`s: the pending writes, and those that the
//   server has made and that the stream doesn't show yet. `Echo` recognizes them once it does; of a
//   limited query, `Window` shows the children that can be known.
// - `StoredState` reads the store at launch and repairs it; `offline.paths.json` is its schema.
//
// A write returns once the store has it, and nothing is sent before the store has the outcome of the
// last attempt: in whatever moment the process dies, writes reach the server in their order.

/// An engine that works without network: it shows what this device knows, keeps what is written,
/// and sends it when the remote can be reached.
///
/// ```swift
/// let engine = OfflineEngine(
///     try FirebaseEngine(url: address, token: token),       // where the data is
///     keepingIn: try SQLiteEngine(at: "chat.offline")       // what this device knows
/// )
/// let database = TreeDatabase(engine)
/// ```
///
/// A write returns once the store has it, and is visible at once. Observers start with what is
/// cached. Reads ask the remote while it can be reached. Transactions need the remote.
///
/// The store is for one engine and one user at a time, and for nothing else: otherwise each call
/// throws, and the error says who has it. Any two engines will do.
public final class OfflineEngine: DatabaseEngine, WatchSource {
    /// The remote's queue.
    public let transactions: TransactionQueue

    let core: OfflineCore
    private let connectionTask: Task<Void, Never>
    private let loading: Task<Void, any Error>

    /// Makes an engine, which reads the store and begins to send what is pending.
    ///
    /// - Parameters:
    ///   - remote: the engine that holds the data.
    ///   - store: the engine that keeps what this device knows and has to send.
    ///   - user: the user whose data the store keeps. An engine for another user, or for none, throws
    ///     `unsuitableFile` instead of showing that one's data, and sending that one's writes.
    ///   - cacheLimit: the approximate size of the cached values in bytes, from which on those are
    ///     removed that nobody observes, least recently used first. Pending writes are never
    ///     removed.
    ///   - now: the clock for the estimates of the server's time.
    public convenience init(
        _ remote: any DatabaseEngine, keepingIn store: any DatabaseEngine,
        user: String? = nil, cacheLimit: Int = 100_000_000,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            remote, keepingIn: store, user: user, cacheLimit: cacheLimit,
            settings: OfflineSettings(), now: now)
    }

    init(
        _ remote: any DatabaseEngine, keepingIn store: any DatabaseEngine, user: String? = nil,
        cacheLimit: Int, settings: OfflineSettings, now: @escaping @Sendable () -> Date
    ) {
        let core = OfflineCore(
            remote, store, user: user, cacheLimit: cacheLimit, settings: settings, now: now)
        self.core = core
        transactions = remote.transactions
        connectionTask = OfflineCore.followConnection(of: core)
        loading = Task { try await core.load() }
    }

    deinit {
        connectionTask.cancel()
        core.stop()
    }

    /// The state of the connection: the remote's, or disconnected if pending writes can't be sent for
    /// another reason, which it tells: a token that the server refuses, or a full disk.
    public var connection: AsyncStream<ConnectionState> {
        states(.connection, by: \.connection, \.connection)
    }

    public var separateChildren: SeparateChildren? { core.remote.separateChildren }
}

// MARK: - Watching

extension OfflineEngine {
    public func startWatch(_ signal: WatchSignal) async throws {
        try await core.load()
        core.changeState { state in
            let query = Query(signal.place, signal.selection)
            state.watches.insert(signal)
            state.signals[query, default: [:]][ObjectIdentifier(signal)] = signal
            state.device.observe(query)
        }
    }

    public func endWatch(_ signal: WatchSignal) {
        core.changeState { state in
            let query = Query(signal.place, signal.selection)
            state.watches.remove(signal)
            guard state.signals[query]?.removeValue(forKey: ObjectIdentifier(signal)) != nil else {
                return
            }
            if state.signals[query]?.isEmpty == true { state.signals[query] = nil }
            state.device.unobserve(query)
        }
    }

    public func readWatched<Result: Sendable>(
        _ signal: WatchSignal,
        _ body: @escaping @Sendable (WatchMarks, any TreeState) throws -> Result
    ) throws -> Result {
        let (marks, view) = try core.state.withLock { state in
            let marks = try signal.take()
            return state.device.observed(Query(signal.place, signal.selection), marks)
        }
        // The view is a value of its own: writes go on while differences are found.
        guard let view else { return try body(WatchMarks(), TreeValue?.none) }
        return try body(marks, view)
    }
}

// MARK: - Pending and refused writes

extension OfflineEngine {
    /// The number of pending writes: now, then each time it changes.
    ///
    /// ```swift
    /// for await count in engine.pendingCount { notice = count > 0 ? "\(count) not sent" : nil }
    /// ```
    public var pendingCount: AsyncStream<Int> {
        states(.outbox, by: \.outbox.writes.count, \.outbox.writes.count)
    }

    /// The pending writes, in the order in which they are sent: now, then each time they change.
    ///
    /// ```swift
    /// for await writes in engine.pendingWrites { unsent = Set(writes.flatMap(\.edits).map(\.place)) }
    /// ```
    public var pendingWrites: AsyncStream<[PendingWrite]> {
        states(.outbox, by: \.outbox.changeCount) { Array($0.outbox.writes) }
    }

    /// Waits until the writes that are pending now are sent or refused.
    ///
    /// ```swift
    /// try await engine.waitUntilSent()
    /// ```
    ///
    /// Without network it waits until there is. Throws `CancellationError` if the task is cancelled.
    public func waitUntilSent() async throws {
        try await core.load()
        let last = core.change { $0.outbox.writes.last?.id ?? 0 }
        try await core.when([.outbox]) { device in
            (device.outbox.first?.id ?? .max) > last ? .success(()) : nil
        }
        await core.storeAll()
    }

    /// The writes that the server has refused, or whose outcome is unknown, and that the app hasn't
    /// dealt with: also those of earlier launches. The sequence ends with its task.
    ///
    /// ```swift
    /// for await write in engine.refused {
    ///     notice = "Not saved: \(write.error)"
    ///     try await engine.acknowledge(write)
    /// }
    /// ```
    public var refused: AsyncStream<RefusedWrite> {
        let delivered = Locked<Set<Int>>([])
        return states(.refused) { device in
            delivered.withLock { delivered in
                let next = device.refused.first { !delivered.contains($0.id) }
                if let next { delivered.insert(next.id) }
                return next
            }
        }
    }

    /// The writes that ``refused`` has now.
    public var refusedWrites: [RefusedWrite] {
        get async throws {
            try await core.load()
            return core.change { $0.refused }
        }
    }

    /// Forgets a refused write.
    ///
    /// A no-op if the write was acknowledged or retried before. Throws the store's error, a full disk
    /// for example; the write is then refused as before.
    public func acknowledge(_ write: RefusedWrite) async throws {
        try await core.load()
        guard let id = core.change({ $0.acknowledge(write.id) }) else { return }
        try await core.wait(untilStored: id)
    }

    /// Puts the edits of a refused write into the outbox again, after all that is pending.
    ///
    /// A no-op if the write was acknowledged or retried before. Throws the store's error, a full disk
    /// for example; the write is then refused as before.
    /// A write that is refused with `damagedFile` can't be retried: its error is thrown.
    public func retry(_ write: RefusedWrite) async throws {
        try await core.load()
        if write.error.kind == .damagedFile { throw write.error }
        guard let id = core.change({ $0.retry(write.id) }) else { return }
        try await core.wait(untilStored: id)
    }

    /// Returns a sequence of states: one now, then one each time that their key has changed.
    private func states<Key: Equatable & Sendable, State: Sendable>(
        _ topic: News.Topic, by key: @escaping @Sendable (Device) -> Key,
        _ state: @escaping @Sendable (Device) -> State
    ) -> AsyncStream<State> {
        let last = Locked<Key?>(nil)
        return states(topic) { device in
            let key = key(device)
            let isNew = last.withLock { last in
                defer { last = key }
                return last != key
            }
            return isNew ? state(device) : nil
        }
    }

    /// Returns a sequence of states, each as soon as there is one after news of a topic.
    private func states<State: Sendable>(
        _ topic: News.Topic, _ next: @escaping @Sendable (inout Device) -> State?
    ) -> AsyncStream<State> {
        AsyncStream { [core] in
            guard (try? await core.load()) != nil else { return nil }
            return try? await core.when([topic]) { device in next(&device).map { .success($0) } }
        }
    }
}

// MARK: - The cache

extension OfflineEngine {
    /// Keeps a place up to date without an observer, until ``stopKeeping(_:)`` or the engine's end.
    ///
    /// ```swift
    /// try await engine.keep(Path().user(ana))
    /// ```
    ///
    /// A kept place can be read without network.
    public func keep(_ path: some PathProtocol) async throws {
        let place = TreePlace(path)
        try TreeLimits.check(place)
        try await core.load()
        core.change { $0.keep(Query(place)) }
    }

    /// Ends one ``keep(_:)`` of a path. The cache still has what is known. A no-op without a
    /// ``keep(_:)``.
    public func stopKeeping(_ path: some PathProtocol) async throws {
        try await core.load()
        core.change { $0.stopKeeping(Query(TreePlace(path))) }
    }

    /// Throws away the cache, for another user.
    ///
    /// ```swift
    /// do {
    ///     try await engine.reset()
    /// } catch let unsent as UnsentWrites {
    ///     if await confirms("Lose \(unsent.count) changes?") {
    ///         try await engine.reset(losingUnsentWrites: true)
    ///     }
    /// }
    /// ```
    ///
    /// Throws ``UnsentWrites``, and changes nothing, if pending or refused writes would be lost. If
    /// the store's error is thrown, the store still has everything, and the next launch would show
    /// it: call it again.
    public func reset(losingUnsentWrites isLosing: Bool = false) async throws {
        try await core.load()
        let id = try core.change { device in
            let count = device.outbox.writes.count + device.refused.count
            if count > 0, !isLosing { throw UnsentWrites(count: count) }
            return device.reset()
        }
        try await core.wait(untilStored: id)
    }
}

/// The writes that a reset would lose.
public struct UnsentWrites: DescribedError, Hashable, Sendable {
    /// The number of pending and refused writes.
    public let count: Int

    /// The number, in a sentence.
    public var description: String {
        "The reset would lose \(count) \(count == 1 ? "write" : "writes") that the server doesn't have."
    }
}
