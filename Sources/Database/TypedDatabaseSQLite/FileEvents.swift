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

#if canImport(Darwin)
    /// Events of a database's files, from the system, for as long as the object lives.
    ///
    /// They are hints: several may come as one, and one may come for nothing. The database's own
    /// file isn't opened, since closing it would release SQLite's locks; its folder's events tell
    /// that it was moved or deleted.
    // Dispatch's objects may be used by all threads.
    final class FileEvents: @unchecked Sendable {
        private let sources: [any DispatchSourceFileSystemObject]

        /// Fails if the system, or the file system, has no events.
        ///
        /// - Parameter handler: called on the queue with each event.
        init?(
            _ files: WatchedFiles, _ queue: DispatchQueue,
            handler: @escaping @Sendable (FileEvent) -> Void
        ) {
            var sources: [any DispatchSourceFileSystemObject] = []
            for path in [files.log, files.folder] {
                let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
                guard descriptor >= 0 else { break }
                let source = DispatchSource.makeFileSystemObjectSource(
                    fileDescriptor: descriptor,
                    eventMask: [.attrib, .write, .extend, .delete, .rename, .revoke], queue: queue)
                source.setCancelHandler { close(descriptor) }
                nonisolated(unsafe) let source = source
                source.setEventHandler {
                    let isEnd = !source.data.isDisjoint(with: [.delete, .rename, .revoke])
                    handler(isEnd ? .end : .change)
                }
                source.resume()
                sources.append(source)
            }
            self.sources = sources
            // The others are cancelled when this is released.
            if sources.count < 2 { return nil }
        }

        deinit {
            for source in sources { source.cancel() }
        }
    }
#elseif canImport(Glibc) || canImport(Musl)
    /// Events of a database's files, from the system, for as long as the object lives.
    ///
    /// They are hints: several may come as one, and one may come for nothing.
    // Dispatch's objects may be used by all threads.
    final class FileEvents: @unchecked Sendable {
        /// The time in which further events come as one. So a process that writes all the time
        /// wakes the others 200 times per second at most.
        private static let pause = DispatchTimeInterval.milliseconds(5)

        private let source: any DispatchSourceRead

        /// Fails if the system, or the file system, has no events.
        ///
        /// - Parameter handler: called on the queue with each event.
        init?(
            _ files: WatchedFiles, _ queue: DispatchQueue,
            handler: @escaping @Sendable (FileEvent) -> Void
        ) {
            guard let events = Inotify(files) else { return nil }
            source = DispatchSource.makeReadSource(fileDescriptor: events.descriptor, queue: queue)
            source.setCancelHandler { events.close() }
            nonisolated(unsafe) let source = source
            source.setEventHandler {
                handler(events.take().contains(.end) ? .end : .change)
                // A suspended source must not be released.
                source.suspend()
                queue.asyncAfter(deadline: .now() + Self.pause) { source.resume() }
            }
            source.resume()
        }

        deinit {
            source.cancel()
        }
    }

    /// The system's queue of events: https://man7.org/linux/man-pages/man7/inotify.7.html
    private struct Inotify {
        let descriptor: Int32

        init?(_ files: WatchedFiles) {
            descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            guard
                // A process that dies before it touches the log closes it.
                watch(files.log, IN_ATTRIB | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF),
                // Deleting a file that is open changes its number of links.
                watch(files.database, IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF),
                watch(files.folder, IN_DELETE_SELF | IN_MOVE_SELF),
                // Some file systems accept watches, and report nothing. A file that only others
                // may write can't be touched.
                !files.touchLog() || take().contains(.change)
            else {
                close()
                return nil
            }
        }

        private func watch(_ path: String, _ mask: Int32) -> Bool {
            inotify_add_watch(descriptor, path, UInt32(mask)) >= 0
        }

        /// Takes all events out of the queue.
        func take() -> Set<FileEvent> {
            var taken: Set<FileEvent> = []
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
                while case let count = read(descriptor, buffer.baseAddress, 4096), count > 0 {
                    var offset = 0
                    while offset < count {
                        let event = buffer.loadUnaligned(
                            fromByteOffset: offset, as: inotify_event.self)
                        taken.insert(event.mask & Self.ends == 0 ? .change : .end)
                        offset += MemoryLayout<inotify_event>.size + Int(event.len)
                    }
                }
            }
            return taken
        }

        private static let ends = UInt32(
            IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)

        func close() {
            Foundation.close(descriptor)
        }
    }
#else
    /// Events of a database's files, of which this system has none.
    final class FileEvents: Sendable {
        init?(
            _ files: WatchedFiles, _ queue: DispatchQueue,
            handler: @escaping @Sendable (FileEvent) -> Void
        ) { nil }
    }
#endif
