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

    var version: Int64 { Migration.lastUnreleased + Int64(migrations.count) }

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
        guard found == 0 || found > Migration.lastUnreleased else {
            throw TreeDatabaseError(
                .unsuitableFile,
                "\(path) was written by an unreleased version of this library, whose format is "
                    + "\(found); export it as JSON with that version, and import it into a new file"
            )
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
            for migration in migrations.dropFirst(Int(max(found - Migration.lastUnreleased, 0))) {
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

    /// Closes a file again that has been closed, but still has a log: of two processes that close it
    /// at the same time, each takes the other for the last one.
    ///
    /// While the file is open elsewhere, the log stays.
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
