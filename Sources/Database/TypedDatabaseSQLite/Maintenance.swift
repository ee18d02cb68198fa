import CSQLite
import Foundation
import TypedDatabase

extension SQLiteEngine {
    /// Checks the file for damage, and returns all problems found; none if the file is sound.
    ///
    /// ```swift
    /// for problem in try await engine.checkIntegrity() { print(problem) }
    /// ```
    ///
    /// It reads the whole file, as one snapshot, while other reads and writes continue: SQLite's
    /// own check, the rows' check sums, the keys and their order, the values, the indexes against the
    /// values in both directions, the log of changes, and the header of SQLite's log, which may be
    /// one that can't be read.
    ///
    /// Independently of checks, the engine's reads throw on damage instead of returning damaged data.
    /// But a read can't tell that a record is missing because its key is damaged, or its page. A file
    /// that is too damaged to be opened isn't checked; the error says so.
    ///
    /// - Returns: at most 100 problems of SQLite's check, and 100 others.
    /// - Throws: `TreeDatabaseError` if the file can't be read at all, and `CancellationError`.
    public func checkIntegrity() async throws -> [IntegrityProblem] {
        try await tools.runLong { [path] connection, interruption in
            try connection.snapshot {
                var check = IntegrityCheck(connection, interruption)
                try check.run(at: path)
                return check.problems
            }
        }
    }

    /// Writes a copy of the database to a new file, while reads and writes continue.
    ///
    /// ```swift
    /// try await engine.backup(to: URL(fileURLWithPath: "backup.sqlite"))
    /// ```
    ///
    /// The copy is a snapshot of the database, without free pages, and needs no other files beside
    /// it. It is created atomically, and is on the disk once this returns. To restore it, copy it
    /// to the path of a database that isn't open.
    ///
    /// - Throws: `TreeDatabaseError`: `.alreadyExists` for an existing file, which is never
    ///   replaced, `.damagedFile`, `.diskFull`, or `.unreachableFile`; and `CancellationError`.
    public func backup(to url: URL) async throws {
        try await tools.runLong { connection, _ in
            try NewFile.make(at: url.path) { temporary in
                try connection.copy(to: temporary, for: url.path)
            }
        }
    }

    /// Shrinks the file to the size of its data, and empties its log.
    ///
    /// ```swift
    /// try await engine.compact()
    /// ```
    ///
    /// A file doesn't shrink by itself: removed data leaves free pages for later writes. Compacting
    /// rewrites the file, which takes disk space for two copies. Reads continue; writes wait, those
    /// of other processes for the busy timeout at most. If compacting fails or the process ends,
    /// the file is as before. While another connection reads, the log stays, and is emptied later.
    ///
    /// - Throws: `TreeDatabaseError` and `CancellationError`.
    public func compact() async throws {
        try await writer.runLong { connection, _ in
            try connection.run("VACUUM")
            _ = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}

extension Connection {
    /// Writes a copy of the database to a new file.
    ///
    /// - Parameter name: the path that errors show.
    fileprivate func copy(to path: String, for name: String) throws {
        do {
            try run(.copy, [.text(path)])
        } catch let failure as SQLiteFailure
            where [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL].contains(failure.code)
        {
            throw failure.error(in: name)
        }
    }
}
