import CSQLite
import Foundation
import TypedDatabase

/// A file, and how connections to it are made.
struct DatabaseFile: Sendable {
    let path: String
    let options: SQLiteEngine.Options

    /// The indexes to keep; `nil` for those that the file has.
    var indexes: Set<ChildIndex>?

    var migrations = Migration.all

    /// The file that the engine has opened; `nil` before.
    ///
    /// Another file that is at the path by now is none of the engine's.
    var identity: FileIdentity?

    /// Whose the file is, as its header has it: "TPDB".
    static let applicationID: Int64 = 0x5450_4442

    var version: Int64 { Int64(migrations.count) }

    /// A connection to the file, which is created if it isn't there, and brought to this version.
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
        // What a large batch has made of the log doesn't stay.
        try connection.run("PRAGMA journal_size_limit = 16000000")
        try connection.run("PRAGMA synchronous = \(options.durability.synchronous)")
        // Only Apple's systems need to be told that a flush shall reach the disk.
        try connection.run("PRAGMA fullfsync = \(options.durability == .powerLoss)")
        try keepIndexes(connection)
        return connection
    }

    /// A connection to the file, which has been opened before.
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
        // The path might have led to another file for a moment.
        if identity != nil, connection.hasMoved { throw Self.moved(path) }
        return connection
    }
}

// MARK: - Which file it is

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

// MARK: - Whose file it is

extension DatabaseFile {
    /// Throws if there is a file and it is no database, another application's, or from a newer version.
    ///
    /// Such a file stays as it is, to the byte, so this comes before anything that takes locks, reads
    /// the log or rolls back. The header is enough: ours says whose it is from its first moment.
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
        guard found <= version else {
            throw TreeDatabaseError(
                .unsuitableFile,
                "\(path) was written by a newer version of this library: its format is \(found), "
                    + "and this one knows \(version)")
        }
    }
}

// MARK: - What is in it

extension DatabaseFile {
    private func migrate(_ connection: Connection) throws {
        guard try connection.integer("PRAGMA user_version") != version else { return }
        try connection.transaction {
            let found = try connection.integer("PRAGMA user_version")
            if try connection.integer("PRAGMA schema_version") != 0 {
                let owner = try connection.integer("PRAGMA application_id")
                try check(owner: owner, version: found)
            }
            for migration in migrations.dropFirst(Int(found)) {
                for statement in migration.statements { try connection.run(statement) }
            }
            try connection.run("PRAGMA application_id = \(Self.applicationID)")
            try connection.run("PRAGMA user_version = \(version)")
        }
    }

    /// Builds the indexes that are missing, and drops those that aren't needed any more.
    ///
    /// While the file is open elsewhere, none is dropped: it may be needed there.
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

    /// SQLite lets nobody turn off the log while another connection uses it.
    private func isOnlyConnection(_ connection: Connection) throws -> Bool {
        let mode = try? connection.text("PRAGMA journal_mode = delete")
        try useLog(connection)
        return mode == "delete"
    }

    /// Makes writes go to a log first, so that readers don't wait for writers, nor they for readers.
    private func useLog(_ connection: Connection) throws {
        guard try connection.text("PRAGMA journal_mode = wal") == "wal" else {
            throw SQLiteFailure(
                SQLITE_CANTOPEN, "its file system can't share memory between processes")
        }
    }
}
