#if canImport(Darwin)
    import Dispatch
    import Foundation

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
#endif
