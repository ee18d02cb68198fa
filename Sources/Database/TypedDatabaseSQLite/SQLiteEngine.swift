import Foundation
import TypedDatabase

/// An engine that keeps the data in a file, without a server or an installation.
///
/// ```swift
/// let database = TreeDatabase(try SQLiteEngine(at: "chat.sqlite"))
/// ```
///
/// The file is created if it doesn't exist. Several engines, in one process or in several, can use
/// it at the same time; beside it they keep a log, `chat.sqlite-wal`, and `chat.sqlite-shm`. Other
/// processes' writes are visible to reads immediately, and to watches within milliseconds, or
/// within 50 where the system has no events of files. A watch that waits costs nothing then.
///
/// Writes are atomic, even if the process or the machine dies, and survive the death of the process
/// once they have returned: see ``Durability``.
///
/// Reading or watching a part of the children in an order by key reads only that part, from either
/// end. An order by value, or by a child, reads all children of the place, and a watch keeps them
/// in memory, unless the order has an index. Generated code has a list of indexes if the schema has
/// `$index`:
///
/// ```swift
/// let database = TreeDatabase(try SQLiteEngine(at: "game.sqlite", indexes: Root.indexes))
/// ```
public final class SQLiteEngine: DatabaseEngine, WatchSource {
    /// Tries are short, so transactions that compete with other processes get many of them.
    public let transactions = TransactionQueue(maximumTries: 1000)

    let writer: ConnectionPool
    private let readers: ConnectionPool
    /// For long work, such as backups: one job at a time, each with a new connection.
    let tools: ConnectionPool
    let feed: ChangeFeed
    let path: String
    let identity: FileIdentity?
    private let now: @Sendable () -> Date

    /// Opens a file, or creates it.
    ///
    /// - Parameters:
    ///   - path: the path of the file. Its folder has to exist.
    ///   - indexes: the orders of collections that need an index, as generated code lists them: for
    ///     each pattern of places, such as `userPosts/$userId`, the children, such as `createdAt`,
    ///     `team/name` or `.value`. Indexes that the file lacks are built, which reads all
    ///     elements. Those that aren't listed are dropped, unless the file is also open elsewhere.
    ///     Without a list, the file keeps its indexes.
    ///   - options: the use of the file.
    ///   - now: the clock for the engine's times.
    /// - Throws: `TreeDatabaseError`, which names the file, if it isn't a database of this library,
    ///   is damaged, or can't be read and written. The file stays unchanged then. Also if an index
    ///   has a key that `TreeLimits` don't allow.
    public convenience init(
        at path: String, indexes: [String: [String]]? = nil, options: Options = Options(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let url = URL(fileURLWithPath: path)
        try self.init(at: url, indexes: indexes, options: options, now: now)
    }

    /// Opens the file at a URL, or creates it.
    public convenience init(
        at url: URL, indexes: [String: [String]]? = nil, options: Options = Options(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let indexes = try indexes.map(ChildIndex.all)
        try self.init(DatabaseFile(path: url.path, options: options, indexes: indexes), now: now)
    }

    init(
        _ file: DatabaseFile, startEvents: @escaping FileEvents.Start = FileEvents.init,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let path = file.path
        self.path = path
        var file = file
        let connection: Connection?
        do {
            connection = try file.openFirst()
        } catch let failure as SQLiteFailure {
            throw failure.error(in: path)
        }
        writer = ConnectionPool([Worker("writer", path: path, connection, open: file.open)])
        readers = ConnectionPool(
            (0..<max(file.options.readers, 1)).map { _ in
                Worker("reader", path: path, open: file.openToRead)
            })
        tools = ConnectionPool([
            Worker("tools", path: path, keepsConnection: false, open: file.openReadOnly)
        ])
        feed = ChangeFeed(
            ConnectionPool([Worker("observer", path: path, open: file.openToRead)]),
            WatchedFiles(path), startEvents: startEvents)
        identity = file.identity
        self.now = now
    }

    /// Ends all watches, and closes the file after the operations that have begun.
    ///
    /// Later operations throw. Releasing an engine closes the file as well, and so does the end of the
    /// process, unless a signal ends it. The last one to close the file leaves all data in it, and no
    /// log beside it.
    public func close() async {
        await feed.close()
        await readers.close()
        await tools.close()
        await writer.close()
    }

    static let closed = TreeDatabaseError(.unreachableFile, "the engine has been closed")
}

// MARK: - Reading

extension SQLiteEngine {
    public func read(
        _ place: TreePlace, _ selection: TreeSelection
    ) async throws -> VersionedValue {
        try await readers.run { connection in
            // A single statement reads a single state.
            let value =
                selection.order == .key
                ? try connection.value(at: place, selection)
                : try connection.snapshot { try connection.value(at: place, selection) }
            return VersionedValue(value, version: .value(value))
        }
    }

    public func keys(of place: TreePlace, _ selection: TreeSelection) async throws -> PlaceKeys {
        try await readers.run { connection in
            try connection.snapshot { try connection.keys(at: place, selection) }
        }
    }

    public func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int {
        try await readers.run { connection in
            try connection.snapshot { try connection.count(at: place, selection) }
        }
    }

    public func exists(_ place: TreePlace) async throws -> Bool {
        try await readers.run { connection in
            try connection.snapshot { try connection.hasAnything(at: place) }
        }
    }
}

// MARK: - Writing

extension SQLiteEngine {
    public func write(_ edits: [TreeEdit]) async throws {
        try await writer.run { [feed, now] connection in
            feed.record(
                try connection.transaction {
                    try connection.make(edits, at: now().milliseconds)
                })
        }
    }

    public func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        try await writer.run { [feed, now] connection in
            let (result, changes) = try connection.transaction {
                () -> (ConditionalWriteResult, [LoggedChange]) in
                let current = try versions.map { try connection.value(at: $0.place) }
                guard zip(versions, current).allSatisfy({ $0.version == .value($1) }) else {
                    return (.changed(current.map { VersionedValue($0, version: .value($0)) }), [])
                }
                return (.written, try connection.make(edits, at: now().milliseconds))
            }
            feed.record(changes)
            return result
        }
    }
}

// MARK: - Reserving

extension SQLiteEngine {
    /// Reserves the file by locking another one beside it, `chat.sqlite-lock`.
    ///
    /// The lock dies with its process, however that ends, and excludes engines of other processes as
    /// well as of this one.
    public func reserve() async throws -> EngineReservation {
        try FileLock.reservation(of: path)
    }
}

// MARK: - Watching

extension SQLiteEngine {
    public func startWatch(_ signal: WatchSignal) async throws {
        try await feed.add(signal)
    }

    public func endWatch(_ signal: WatchSignal) {
        feed.remove(signal)
    }

    /// The state that is read may have changes that the feed hasn't recorded yet, or only in part.
    /// Those are read from the log in that state.
    public func readWatched<Result: Sendable>(
        _ signal: WatchSignal,
        _ body: @escaping @Sendable (WatchMarks, any TreeState) throws -> Result
    ) async throws -> Result {
        try await readers.run { [feed] connection in
            try connection.snapshot {
                let recorded = feed.recorded
                var marks = try signal.take()
                for change in try connection.changes(after: recorded) {
                    if let changed = change.place.changed(in: signal.place) {
                        marks.insert(changed)
                    }
                }
                return try body(marks, connection)
            }
        }
    }

    /// The number of watches that have been asked for an update, and haven't ended.
    package var watchCount: Int { feed.watchCount }
}

extension Date {
    /// The date in whole milliseconds since 1970.
    fileprivate var milliseconds: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded(.down)) ?? 0
    }
}
