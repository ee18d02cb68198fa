import Foundation
import TypedDatabase
import TypedPaths

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
        let last = Locked<ConnectionState?>(nil)
        return states(.connection) { device in
            last.withLock { last in
                defer { last = device.connection }
                return last == device.connection ? nil : device.connection
            }
        }
    }

    public var separateChildren: SeparateChildren? { core.remote.separateChildren }
}

// MARK: - Watching

extension OfflineEngine {
    public func startWatch(_ signal: WatchSignal) async throws {
        try await core.load()
        core.startWatch(signal)
    }

    public func endWatch(_ signal: WatchSignal) {
        core.endWatch(signal)
    }

    public func readWatched<Result: Sendable>(
        _ signal: WatchSignal,
        _ body: @escaping @Sendable (WatchMarks, any TreeState) throws -> Result
    ) throws -> Result {
        try core.readWatched(signal, body)
    }
}
