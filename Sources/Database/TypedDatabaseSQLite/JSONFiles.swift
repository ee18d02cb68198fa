import Foundation
import TypedDatabase

extension SQLiteEngine {
    /// Imports a JSON file, such as an export of the Firebase console, into the database.
    ///
    /// ```swift
    /// try await engine.importJSON(from: URL(fileURLWithPath: "export.json")) { part in
    ///     print("\(Int(part * 100)) %")
    /// }
    /// ```
    ///
    /// The import is one atomic batch. The file is read in pieces, so it may be of any size.
    /// Meanwhile reads continue, and writes wait: those of other processes for the busy timeout at
    /// most. It takes disk space for two copies of the data, in the database and in its log.
    ///
    /// Null and empty containers are nothing, an array is children with the keys 0, 1, and so on,
    /// `.priority` is left out and `.value` is the value itself.
    ///
    /// - Parameters:
    ///   - url: the file to import.
    ///   - place: the place to import to; the root of the database by default.
    ///   - replacing: whether the import may replace an existing value at the place. Otherwise,
    ///     such a value is an error.
    ///   - progress: called with the fraction that has been read, from 0 to 1, on a queue of the
    ///     engine. At most a hundred times, and with 1 when everything is written.
    /// - Throws: `TreeDatabaseError`: `.alreadyExists`; `.invalidJSON` with the line and the
    ///   column, also for a repeated key; the error of a key or a value that `TreeLimits` don't
    ///   allow; or an error of the files; and `CancellationError`.
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

    /// Exports the data to a new JSON file, such as the Firebase console imports; `null` if the
    /// database is empty.
    ///
    /// ```swift
    /// try await engine.exportJSON(to: URL(fileURLWithPath: "export.json"))
    /// ```
    ///
    /// The export is a snapshot of the database, while reads and writes continue, and children are
    /// in the order of their keys. The file is written in pieces, and created atomically.
    ///
    /// - Parameters:
    ///   - url: the file to create.
    ///   - place: the place to export; the root of the database by default.
    ///   - progress: called with the fraction that has been written, from 0 to 1, on a queue of the
    ///     engine. At most a hundred times, and with 1 when everything is on the disk. The rows
    ///     are counted first.
    /// - Throws: `TreeDatabaseError`: `.alreadyExists` for an existing file, which is never
    ///   replaced, `.diskFull`, `.unreachableFile`, or `.damagedFile`; and `CancellationError`.
    public func exportJSON(
        to url: URL, at place: TreePlace = .root, progress: (@Sendable (Double) -> Void)? = nil
    ) async throws {
        try TreeLimits.check(place)
        try await tools.runLong { connection, interruption in
            try NewFile.make(at: url.path) { temporary in
                let file = try OutputFile(temporary, for: url.path)
                try connection.snapshot {
                    let total = progress == nil ? 0 : try connection.rowCount(at: place)
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
