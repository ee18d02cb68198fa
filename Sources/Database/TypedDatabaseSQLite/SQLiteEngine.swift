import Foundation
import TypedDatabase

// A tree is the rows of a table, sorted by their paths. A row is a place with all that is below it
// while that is small: `Row.swift` says which places have rows, `PathBytes.swift` how paths sort, and
// `IndexEntry.swift` how values do. All that is below a place is therefore one range of the table,
// and so are its children between two keys.
//
// - Opening: a `DatabaseFile` checks that the file is one of this library, brings it to this
//   version, and makes connections. Each of them belongs to a queue of its own (`ConnectionPool`):
//   one for writing, several for reading, one for long work, one for the log of changes. SQLite's
//   write-ahead log keeps readers and the writer from waiting for each other.
// - Writing: one transaction changes rows (`TreeWriting`), the entries of indexes (`ChildIndex`),
//   and the table of changes, which tells other processes about it (`ChangeFeed`).
// - Reading: one snapshot, in which a cursor makes values of a range of rows (`TreeReading`), or an
//   index has the places of those that are selected (`ChildIndex`).
// - Watching: the feed marks the changed places at the watches. It learns of other processes' writes
//   by `FileEvents`, and reads them in the table of changes. A watch then reads what is marked.
//
// `Connection` and `Statement` are all that calls SQLite. `Maintenance` checks, copies and compacts
// a file, and `JSONFiles` imports and exports it.

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

// MARK: - Options

extension SQLiteEngine {
    /// An engine's use of its file.
    public struct Options: Hashable, Sendable {
        /// The crashes that a write survives once it has returned.
        public var durability: Durability

        /// The time that a write waits for another process's write before it fails.
        public var busyTimeout: Duration

        /// The maximum number of concurrent reads. At least one.
        public var readers: Int

        /// Whether the file is only read: see ``readOnly``.
        public var isReadOnly: Bool

        /// Makes options.
        public init(
            durability: Durability = .processDeath, busyTimeout: Duration = .seconds(5),
            readers: Int = 4, isReadOnly: Bool = false
        ) {
            self.durability = durability
            self.busyTimeout = busyTimeout
            self.readers = readers
            self.isReadOnly = isReadOnly
        }

        /// Options for a file that is only read.
        ///
        /// ```swift
        /// let database = TreeDatabase(try SQLiteEngine(at: "chat.sqlite", options: .readOnly))
        /// ```
        ///
        /// The file has to exist, in the format of this version. The system may deny writing to the
        /// file or to its folder. Other processes' writes are seen and watched. Each write throws
        /// `.readOnly`. Missing indexes aren't built.
        public static let readOnly = Options(isReadOnly: true)
    }

    /// The crashes that a write survives once it has returned.
    ///
    /// A batch is atomic in any case.
    public enum Durability: Hashable, Sendable {
        /// The process's death. If the machine dies, the latest writes are lost.
        case processDeath

        /// The machine's death as well, such as a power loss. Each write waits for the disk.
        case powerLoss
    }
}

extension SQLiteEngine.Options {
    var busyMilliseconds: Int32 {
        let (seconds, attoseconds) = busyTimeout.components
        let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
        return Int32(min(max(milliseconds, 0), Double(Int32.max)))
    }
}

extension SQLiteEngine.Durability {
    /// https://sqlite.org/pragma.html#pragma_synchronous
    var synchronous: String {
        switch self {
        case .processDeath: "NORMAL"
        case .powerLoss: "FULL"
        }
    }
}

// MARK: - Helpers

extension Date {
    /// The date in whole milliseconds since 1970.
    fileprivate var milliseconds: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded(.down)) ?? 0
    }
}

/// A lock of a file beside a database, which holds the name of the process that has it.
///
/// The database itself can't be locked: on some systems that would exclude SQLite's own locks. The
/// lock is `flock`'s, which belongs to an open file: a second one of the same process excludes the
/// first, unlike a POSIX lock, and the system releases it when the process ends. The file stays,
/// since another process may be about to lock it.
enum FileLock {
    static func reservation(of path: String) throws -> EngineReservation {
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
            let lock = URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-lock"
            let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            if descriptor < 0 { throw failure(errno, lock) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                defer { close(descriptor) }
                throw code == EWOULDBLOCK ? inUse(path, lock) : failure(code, lock)
            }
            let name = "\(getpid()) \(ProcessInfo.processInfo.processName)"
            // Without the name, the error of another process says less.
            _ = ftruncate(descriptor, 0)
            _ = name.withCString { write(descriptor, $0, strlen($0)) }
            return EngineReservation { close(descriptor) }
        #else
            return EngineReservation()
        #endif
    }

    private static func inUse(_ path: String, _ lock: String) -> TreeDatabaseError {
        let holder = (try? String(contentsOfFile: lock, encoding: .utf8)) ?? ""
        let words = holder.split(separator: " ", maxSplits: 1).map(String.init)
        let isOwn = words.first == "\(ProcessInfo.processInfo.processIdentifier)"
        let process = words.count == 2 ? "process \(words[0]) (\(words[1]))" : "another process"
        return TreeDatabaseError(
            .inUse,
            "\(isOwn ? "another engine of this process" : process) has the store \(path): "
                + (isOwn ? "release that one first" : "end that one first")
                + ", or use a file for each")
    }

    private static func failure(_ code: Int32, _ lock: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .unreachableFile, "\(lock) can't be locked: \(String(cString: strerror(code)))")
    }
}
