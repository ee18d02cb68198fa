#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A file that is replaced atomically: with all of the new contents, or not at all.
package struct OutputFile {
    private let path: String
    private var status = stat()
    private let exists: Bool

    package init(_ path: String) throws(Files.Failure) {
        // A link's target is replaced, rather than the link.
        self.path = try Files.followingLinks(path)
        exists = stat(self.path, &status) == 0
    }

    /// Whether the path is a regular file or doesn't exist yet. A device or a pipe can't be
    /// replaced.
    private var isFile: Bool { !exists || status.st_mode & S_IFMT == S_IFREG }

    /// Whether the file has some contents already.
    package func holds(_ contents: [UInt8]) throws(Files.Failure) -> Bool {
        let current = try Files.read(path)
        // `==` would compare the bytes with generic code, which is slow in an unoptimized build.
        return current.count == contents.count && memcmp(current, contents, contents.count) == 0
    }

    /// Writes the contents to a temporary file beside this one, and renames it. A file with the
    /// same contents keeps its modification date, so that nothing is rebuilt.
    package func replace(with contents: [UInt8]) throws(Files.Failure) {
        guard isFile else { return try write(contents, to: try open(path, O_WRONLY)) }
        if exists, (try? holds(contents)) == true { return }
        let (temporaryPath, descriptor) = try openTemporary()
        do throws(Files.Failure) {
            if exists { fchmod(descriptor, status.st_mode & 0o7777) }
            try write(contents, to: descriptor)
            guard rename(temporaryPath, path) == 0 else { throw Files.Failure(path) }
        } catch {
            unlink(temporaryPath)
            throw error
        }
    }

    /// Creates a temporary file beside this one, in spite of any leftovers of an interrupted run.
    private func openTemporary() throws(Files.Failure) -> (path: String, descriptor: CInt) {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
        for attempt in 0..<100 {
            let path = "\(folder).generate-paths-\(getpid())-\(attempt).tmp"
            let descriptor = systemOpen(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 { return (path, descriptor) }
            if errno != EEXIST { break }
        }
        throw Files.Failure(path)
    }

    private func open(_ path: String, _ flags: CInt) throws(Files.Failure) -> CInt {
        let descriptor = systemOpen(path, flags | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw Files.Failure(self.path) }
        return descriptor
    }

    /// Writes the contents, and closes the file.
    private func write(_ contents: [UInt8], to descriptor: CInt) throws(Files.Failure) {
        do throws(Files.Failure) {
            try Files.write(contents, to: descriptor, path: path)
        } catch {
            close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw Files.Failure(path) }
    }
}

// `OutputFile.open` hides the system's function of the same name.
private func systemOpen(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt {
    open(path, flags, mode)
}
