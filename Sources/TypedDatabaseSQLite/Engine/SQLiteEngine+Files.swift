import Foundation
import TypedDatabase

extension SQLiteEngine {
    /// Looks for damage in the file, and returns all that it finds; nothing if the file is sound.
    ///
    /// ```swift
    /// for problem in try await engine.checkIntegrity() { print(problem) }
    /// ```
    ///
    /// It reads the whole file, in one state of it, while other reads and writes go on: SQLite's own check,
    /// the keys and their order, the values, the indexes against the values in both directions, and the
    /// log of changes. The engine reads only what isn't damaged, and throws otherwise, whether the file
    /// has been checked or not.
    ///
    /// Neither can see that a number, or the letters of a string or of a key, are others that could be
    /// there as well: a file has no checksums. A file that is too damaged to be opened isn't checked;
    /// the error says so.
    ///
    /// - Returns: at most 100 problems of SQLite's check, and 100 others.
    /// - Throws: `TreeDatabaseError` if the file can't be read at all, and `CancellationError`.
    public func checkIntegrity() async throws -> [IntegrityProblem] {
        try await tools.runLong { connection, interruption in
            try connection.snapshot {
                var check = IntegrityCheck(connection, interruption)
                try check.run()
                return check.problems
            }
        }
    }

    /// Writes a copy of the database to a new file, while reads and writes go on.
    ///
    /// ```swift
    /// try await engine.backup(to: URL(fileURLWithPath: "backup.sqlite"))
    /// ```
    ///
    /// The copy is one state of the database, without what was removed from it, and needs no other files
    /// beside it. It is there wholly or not at all, and on the disk once this returns. To restore it, copy
    /// it to where a database is opened that isn't open yet.
    ///
    /// - Throws: `TreeDatabaseError`: `.alreadyExists` if there is a file, which is never replaced,
    ///   `.damagedFile`, `.diskFull`, or `.unreachableFile`; and `CancellationError`.
    public func backup(to url: URL) async throws {
        try await tools.runLong { connection, _ in
            try NewFile.make(at: url.path) { temporary in
                try connection.copy(to: temporary, for: url.path)
            }
        }
    }

    /// Makes the file as small as its data, and its log empty.
    ///
    /// ```swift
    /// try await engine.compact()
    /// ```
    ///
    /// A file doesn't shrink by itself: what was removed leaves room for what comes later. This writes all
    /// of it anew, for which there has to be room for two copies. Reads go on; writes wait, those of other
    /// processes for the busy timeout at most. If it fails or the process ends, the file is as before. While
    /// another connection reads, the log stays, and is emptied later.
    ///
    /// - Throws: `TreeDatabaseError` and `CancellationError`.
    public func compact() async throws {
        try await writer.runLong { connection, _ in
            try connection.run("VACUUM")
            _ = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}
