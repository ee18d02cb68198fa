import CSQLite
import Foundation
import TypedDatabase

/// A file, with the options of its connections.
struct DatabaseFile: Sendable {
    let path: String
    let options: SQLiteEngine.Options

    /// The indexes to keep; `nil` to keep the file's own.
    var indexes: Set<ChildIndex>?

    var migrations = Migration.all

    /// The sizes at which rows are split and packed.
    var limits = RowLimits()

    /// The identity of the file that the engine has opened; `nil` before.
    ///
    /// A different file at the path isn't the engine's.
    var identity: FileIdentity?

    /// SQLite's application ID, in the file's header: "TPDB".
    static let applicationID: Int64 = 0x5450_4442

    /// The version of the format that all migrations lead to.
    var version: Int64 { Migration.firstVersion + Int64(migrations.count) - 1 }

    /// Opens a connection to the file, which is created if it doesn't exist, and migrated to this
    /// version.
    func open() throws -> Connection {
        if options.isReadOnly { throw Self.readOnly(path) }
        try checkIdentity()
        try checkHeader()
        let creation = identity == nil ? SQLITE_OPEN_CREATE : 0
        let connection = try connect(SQLITE_OPEN_READWRITE | creation)
        if connection.isReadOnly {
            throw SQLiteFailure(SQLITE_READONLY, "the system doesn't let it be written")
        }
        try migrate(connection)
        try useLog(connection)
        // The log shrinks again after a large batch.
        try connection.run("PRAGMA journal_size_limit = 16000000")
        try connection.run("PRAGMA synchronous = \(options.durability.synchronous)")
        // Only Apple's systems need an option for a flush to reach the disk.
        try connection.run("PRAGMA fullfsync = \(options.durability == .powerLoss)")
        try keepIndexes(connection)
        return connection
    }

    /// Opens a connection to the file, which has been opened before.
    func openToRead() throws -> Connection {
        if options.isReadOnly { return try openReadOnly() }
        try checkIdentity()
        let connection = try connect(SQLITE_OPEN_READWRITE)
        try connection.run("PRAGMA query_only = true")
        return connection
    }

    func connect(_ flags: Int32, uri: String? = nil) throws -> Connection {
        let connection = try Connection(uri ?? path, flags: flags)
        connection.setBusyTimeout(milliseconds: options.busyMilliseconds)
        connection.limits = limits
        // The path might have led to another file temporarily.
        if identity != nil, connection.hasMoved { throw Self.moved(path) }
        return connection
    }
}

// MARK: - Identity

extension DatabaseFile {
    /// Throws if the file at the path isn't the one that the engine has opened.
    func checkIdentity() throws {
        if let identity, identity != FileIdentity(path) { throw Self.moved(path) }
    }

    static func moved(_ path: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .unreachableFile,
            "\(path) isn't the file any more that the engine has opened: it was deleted, moved or "
                + "replaced; put it back, or close this engine and open another")
    }
}

// MARK: - Header

extension DatabaseFile {
    /// Throws for a file that is no database, is another application's, or comes from a newer
    /// version.
    ///
    /// Such a file stays unchanged, to the byte, so this precedes any call that takes locks, reads
    /// the log or rolls back. The header suffices: ours has the application ID from its first
    /// moment.
    func checkHeader() throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let connection = try Connection(path, flags: SQLITE_OPEN_READONLY)
        let header = FileHeader(try connection.start(count: FileHeader.count))
        if header.isBlank { return }
        guard header.isDatabase else {
            throw SQLiteFailure(SQLITE_NOTADB, "it doesn't begin as a database does")
        }
        try check(owner: header.applicationID, version: header.userVersion)
        guard header.isUTF8 else { throw SQLiteFailure.damage("its texts aren't UTF-8") }
    }

    func check(owner: Int64, version found: Int64) throws {
        guard owner == Self.applicationID else {
            throw TreeDatabaseError(
                .unsuitableFile, "\(path) is a database, but another application's")
        }
        guard found >= Migration.firstVersion else {
            throw TreeDatabaseError(
                .unsuitableFile,
                "\(path) was written by an older version of this library, whose format \(found) isn't "
                    + "read any more; export its data with that version")
        }
        guard found <= version else {
            throw TreeDatabaseError(
                .unsuitableFile,
                "\(path) was written by a newer version of this library: its format is \(found), "
                    + "and this one knows \(version)")
        }
    }
}

// MARK: - Contents

extension DatabaseFile {
    private func migrate(_ connection: Connection) throws {
        guard try connection.integer("PRAGMA user_version") != version else { return }
        try connection.transaction {
            let found = try connection.integer("PRAGMA user_version")
            if try connection.integer("PRAGMA schema_version") != 0 {
                let owner = try connection.integer("PRAGMA application_id")
                try check(owner: owner, version: found)
            }
            if found == version { return }
            for migration in migrations.dropFirst(Int(max(found - Migration.firstVersion + 1, 0))) {
                for statement in migration.statements { try connection.run(statement) }
            }
            try connection.run("PRAGMA application_id = \(Self.applicationID)")
            try connection.run("PRAGMA user_version = \(version)")
        }
    }

    /// Builds the missing indexes, and drops those that are no longer listed.
    ///
    /// While the file is open elsewhere, none is dropped: the other engine may need it.
    private func keepIndexes(_ connection: Connection) throws {
        guard let indexes else { return }
        let kept = Set(try connection.keptIndexes().map(\.index))
        if !indexes.isSubset(of: kept) {
            try connection.transaction { try connection.build(indexes) }
        }
        if !kept.isSubset(of: indexes), try isOnlyConnection(connection) {
            try connection.transaction { try connection.dropIndexes(except: indexes) }
        }
    }

    /// SQLite doesn't turn off the log while another connection uses it.
    private func isOnlyConnection(_ connection: Connection) throws -> Bool {
        let mode = try? connection.text("PRAGMA journal_mode = delete")
        try useLog(connection)
        return mode == "delete"
    }

    /// Turns on write-ahead logging, so that readers and writers don't wait for each other.
    private func useLog(_ connection: Connection) throws {
        let mode = try waiting { try connection.text("PRAGMA journal_mode = wal") }
        guard mode == "wal" else {
            throw SQLiteFailure(
                SQLITE_CANTOPEN, "its file system can't share memory between processes")
        }
    }

    /// Moves what is left in a closed file's log into the file, by opening and closing it once more.
    ///
    /// SQLite leaves a log if two processes close the file at the same time: each takes the other
    /// for the last one. While the file is open elsewhere, the log stays.
    static func foldLog(_ path: String) {
        for _ in 0..<3 where Connection.hasLog(path) {
            usleep(.random(in: 0...3000))
            guard let connection = try? Connection(path, flags: SQLITE_OPEN_READWRITE) else {
                return
            }
            _ = try? connection.integer("PRAGMA schema_version")
        }
    }

    /// Repeats a statement while the file is in use, for the busy timeout.
    ///
    /// SQLite itself doesn't wait where two connections might wait for each other: to turn on the log
    /// it holds a shared lock while it asks for more. https://sqlite.org/c3ref/busy_handler.html
    private func waiting<Result>(_ body: () throws -> Result) throws -> Result {
        let deadline = ContinuousClock.now + options.busyTimeout
        while true {
            do {
                return try body()
            } catch let failure as SQLiteFailure
                where failure.code == SQLITE_BUSY && ContinuousClock.now < deadline
            {
                // Of several that try, each pauses for another time.
                usleep(.random(in: 500...5000))
            }
        }
    }
}

// MARK: - Reading only

extension DatabaseFile {
    /// Opens the file for the first time, and keeps its identity.
    ///
    /// - Returns: the connection for writing; `nil` if the file is only read.
    mutating func openFirst() throws -> Connection? {
        let connection = try options.isReadOnly ? openExisting() : open()
        identity = FileIdentity(path)
        if connection.hasMoved { throw Self.moved(path) }
        return options.isReadOnly ? nil : connection
    }

    /// Opens a read-only connection to a file of this version.
    private func openExisting() throws -> Connection {
        guard FileManager.default.fileExists(atPath: path) else {
            throw TreeDatabaseError(
                .unreachableFile,
                "there is no file at \(path), and none is created to be read only")
        }
        try checkHeader()
        let connection = try openReadOnly()
        let found = try connection.integer("PRAGMA user_version")
        if found != 0 {
            try check(owner: connection.integer("PRAGMA application_id"), version: found)
        }
        guard found == version else {
            throw TreeDatabaseError(
                .unsuitableFile,
                found == 0
                    ? "\(path) is empty; open it once without .readOnly, which makes it a database"
                    : "\(path) was written by an older version of this library; open it once without "
                        + ".readOnly, which brings it to this version")
        }
        return connection
    }

    /// Opens a read-only connection.
    ///
    /// A file with a log is locked through the `-shm` file beside it. If that is missing and can't
    /// be created, no writer has the file open, and it is read without locks:
    /// https://sqlite.org/wal.html#read_only_databases
    func openReadOnly() throws -> Connection {
        try checkIdentity()
        let state = FileState(path)
        let connection = try connect(SQLITE_OPEN_READONLY)
        do {
            _ = try connection.integer("PRAGMA schema_version")
            return connection
        } catch let failure as SQLiteFailure {
            let lacksLock = [SQLITE_CANTOPEN, SQLITE_READONLY].contains(failure.code)
            guard lacksLock, !Connection.hasLog(path) else { throw failure }
            let uri = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
            let connection = try connect(SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, uri: uri)
            connection.unlockedState = state
            return connection
        }
    }

    static func readOnly(_ path: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .readOnly, "\(path) can't be written: the engine was opened with .readOnly")
    }
}

// MARK: - Format

/// The statements that migrate a file from one version to the next.
struct Migration: Sendable {
    let statements: [String]

    /// The version that the first migration makes of an empty file, whose own is 0.
    static let firstVersion: Int64 = 5

    /// The migration of an empty file to ``firstVersion``, from there to the next, and so on.
    ///
    /// Released migrations stay as they are; a change to the tables is a new one at the end.
    static let all = [
        Migration(statements: [
            // The value column has no type, since a declared one would convert values. The check sum
            // precedes it: after a long value, it would be on another page.
            """
            CREATE TABLE subtree
            (path BLOB PRIMARY KEY NOT NULL, checksum INTEGER NOT NULL, value NOT NULL)
            WITHOUT ROWID
            """,
            "CREATE TABLE change (seq INTEGER PRIMARY KEY, path BLOB NOT NULL)",
            """
            CREATE TABLE child_index
            (number INTEGER PRIMARY KEY, collection TEXT NOT NULL, child TEXT NOT NULL)
            """,
            """
            CREATE TABLE indexed_child
            (number INTEGER NOT NULL, collection BLOB NOT NULL, position BLOB NOT NULL,
            PRIMARY KEY (number, collection, position)) WITHOUT ROWID
            """,
        ])
    ]
}

/// A file's header: https://sqlite.org/fileformat2.html#the_database_header
struct FileHeader {
    static let count = 100

    private let bytes: [UInt8]

    /// - Parameter bytes: the first ``count`` bytes of the file, 0 past its end.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the file has no data yet.
    var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }

    /// Whether the file is a SQLite database.
    var isDatabase: Bool { bytes.starts(with: "SQLite format 3\0".utf8) }

    /// Whether texts are UTF-8, according to the header. A database without tables has 0.
    var isUTF8: Bool { integer(at: 56) <= 1 }

    var userVersion: Int64 { integer(at: 60) }
    var applicationID: Int64 { integer(at: 68) }

    private func integer(at offset: Int) -> Int64 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
}

// MARK: - Identity and state

/// A file, independently of its path.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    fileprivate init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Makes the identity of the file at a path; `nil` if none exists.
    init?(_ path: String) {
        guard let state = FileState(path) else { return nil }
        self = state.identity
    }
}

/// The state of a file at one time, which differs after every change.
struct FileState: Hashable, Sendable {
    let identity: FileIdentity
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Makes the state of the file at a path; `nil` if none exists.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        identity = FileIdentity(status)
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        seconds = Int(time.tv_sec)
        nanoseconds = Int(time.tv_nsec)
    }
}

extension Connection {
    /// Whether the connection is still usable: always, unless it reads without locks.
    func isCurrent(_ path: String) -> Bool {
        unlockedState.map { $0 == FileState(path) && !Self.hasLog(path) } ?? true
    }

    /// Whether a file has a log that isn't empty.
    static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }
}
