import Foundation
import TypedDatabase

extension SQLiteEngine {
    /// Puts the data of a JSON file, such as an export of the Firebase console, into the database.
    ///
    /// ```swift
    /// try await engine.importJSON(from: URL(fileURLWithPath: "export.json")) { part in
    ///     print("\(Int(part * 100)) %")
    /// }
    /// ```
    ///
    /// All of it is there afterwards, or nothing, in one batch. The file is read piece by piece, so it may
    /// be of any size. Meanwhile reads go on, and writes wait: those of other processes for the busy
    /// timeout at most. There has to be room for the data twice, in the database and in its log.
    ///
    /// Null and what is empty is nothing, an array is children with the keys 0, 1, and so on,
    /// `.priority` is left out and `.value` is the value itself.
    ///
    /// - Parameters:
    ///   - place: of the data; the root of the database by default.
    ///   - replacing: whether the data replaces what is at the place. Otherwise that is an error.
    ///   - progress: is called with the part that has been read, from 0 to 1, on a queue of the engine.
    ///     At most a hundred times, and with 1 when all is written.
    /// - Throws: `TreeDatabaseError`: `.alreadyExists`, `.invalidJSON` with the line and the column, also for a
    ///   key that is there twice in an object, the error of a key or a value that no database takes, or one
    ///   of the files; and `CancellationError`.
    public func importJSON(
        from url: URL, at place: TreePlace = .root, replacing: Bool = false,
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws {
        try TreeLimits.check(place)
        if FileIdentity(url.path) == identity {
            throw TreeDatabaseError(.invalidJSON, "\(url.path) is this database itself, not JSON")
        }
        try await writer.runLong { [feed] connection, interruption in
            let file = try InputFile(url.path)
            let report = ProgressReport(total: file.count, progress)
            var stream = try JSONStream(name: url.path) {
                try interruption.check()
                let chunk = try file.readChunk()
                report.add(chunk.count)
                return chunk
            }
            feed.record(
                try connection.transaction {
                    try connection.importTree(&stream, at: place, replacing: replacing)
                })
            report.end()
        }
    }

    /// Writes the data to a new file as JSON, such as the Firebase console imports; `null` if there is
    /// none.
    ///
    /// ```swift
    /// try await engine.exportJSON(to: URL(fileURLWithPath: "export.json"))
    /// ```
    ///
    /// It is one state of the database, while reads and writes go on, and children are in the order of
    /// their keys. It is written piece by piece, and the file is there wholly or not at all.
    ///
    /// - Parameters:
    ///   - place: of the data; the root of the database by default.
    ///   - progress: is called with the part that has been written, from 0 to 1, on a queue of the engine.
    ///     At most a hundred times, and with 1 when all is on the disk. It takes counting the values first.
    /// - Throws: `TreeDatabaseError`: `.alreadyExists` if there is a file, which is never replaced,
    ///   `.diskFull`, `.unreachableFile`, or `.damagedFile`; and `CancellationError`.
    public func exportJSON(
        to url: URL, at place: TreePlace = .root, progress: (@Sendable (Double) -> Void)? = nil
    ) async throws {
        try TreeLimits.check(place)
        try await tools.runLong { connection, interruption in
            try NewFile.make(at: url.path) { temporary in
                let file = try OutputFile(temporary, for: url.path)
                try connection.snapshot {
                    let total = progress == nil ? 0 : try connection.leafCount(at: place)
                    let report = ProgressReport(total: total, progress)
                    try connection.export(place, to: file) {
                        try interruption.check()
                        report.add(1)
                    }
                }
            }
            progress?(1)
        }
    }
}
