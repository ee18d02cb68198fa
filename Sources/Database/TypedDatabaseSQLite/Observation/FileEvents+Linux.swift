#if canImport(Glibc) || canImport(Musl)
    import Dispatch
    import Foundation

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
#endif
