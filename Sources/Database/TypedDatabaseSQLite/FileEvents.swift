import Dispatch
import Foundation

/// The files whose events tell about writes of other processes.
///
/// A process touches the log once a batch is in it. The writes to the log themselves would be too
/// early: a batch becomes visible afterwards, through shared memory, and without an event.
struct WatchedFiles: Sendable {
    let database: String
    let log: String
    let folder: String

    /// - Parameter path: a database's path, whose log SQLite puts beside the file that links lead
    ///   to.
    init(_ path: String) {
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        database = resolved.map { String(cString: $0) } ?? path
        log = database + "-wal"
        folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
    }

    /// Sets the log's time of modification, which is an event. Returns whether that was possible.
    ///
    /// The log isn't opened for that: closing a database's file releases SQLite's locks.
    @discardableResult
    func touchLog() -> Bool { utimes(log, nil) == 0 }
}

/// The kinds of events of a database's files.
enum FileEvent {
    /// The data may have changed, or the file been moved.
    case change

    /// No further events will come: a file is gone.
    case end
}

extension FileEvents {
    /// A function that starts events, whose handler is called on a queue. Returns `nil` where the
    /// system has none.
    typealias Start =
        @Sendable (WatchedFiles, DispatchQueue, @escaping @Sendable (FileEvent) -> Void)
        -> FileEvents?
}

#if !canImport(Darwin) && !canImport(Glibc) && !canImport(Musl)
    /// Events of a database's files, of which this system has none.
    final class FileEvents: Sendable {
        init?(
            _ files: WatchedFiles, _ queue: DispatchQueue,
            handler: @escaping @Sendable (FileEvent) -> Void
        ) { nil }
    }
#endif
