#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// File access by the platform's C library: loading Foundation would take longer than compiling
/// most schemas.
package enum Files {
    /// The system's error on reading or writing a file.
    package struct Failure: Error {
        package let path: String
        package let reason: String

        init(_ path: String, errno code: CInt = errno) {
            self.path = path
            self.reason = String(cString: strerror(code))
        }
    }

    /// Reads a file, or standard input for `-`.
    static func read(_ path: String) throws(Failure) -> [UInt8] {
        if path == "-" { return try read(STDIN_FILENO, path: "standard input") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path) }
        defer { close(descriptor) }
        return try read(descriptor, path: path)
    }

    private static func read(_ descriptor: CInt, path: String) throws(Failure) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(path) }
        // One byte more than the file's size, so that a short read indicates its end.
        let size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) + 1 : 1 << 16
        var bytes: [UInt8] = []
        while true {
            let chunk = try read(descriptor, atMost: size, path: path)
            bytes = bytes.isEmpty ? chunk : bytes + chunk
            if chunk.isEmpty { return bytes }
            if chunk.count < size, status.st_mode & S_IFMT == S_IFREG { return bytes }
        }
    }

    /// Reads the next bytes; none at the end of the file.
    private static func read(
        _ descriptor: CInt, atMost size: Int, path: String
    ) throws(Failure) -> [UInt8] {
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            result = retrying { systemRead(descriptor, buffer.baseAddress, size) }
            count = max(result, 0)
        }
        guard result >= 0 else { throw Failure(path) }
        return bytes
    }

    /// Calls a function with a closure that reads the next bytes of a file, none at its end, for
    /// files of any size.
    package static func withChunks<Result>(
        of path: String, _ body: (@escaping () throws -> [UInt8]) throws -> Result
    ) throws -> Result {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path) }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        return try body { try read(descriptor, atMost: 1 << 18, path: path) }
    }

    /// Whether a path is a regular file, whose contents writing would destroy, rather than a device
    /// or a pipe.
    package static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    static func write(
        _ bytes: [UInt8], to descriptor: CInt, path: String
    ) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { rest in
                retrying { systemWrite(descriptor, rest.baseAddress, rest.count) }
            }
            guard count >= 0 else { throw Failure(path) }
            rest = rest.dropFirst(count)
        }
    }

    static func writeToStandardOutput(_ bytes: [UInt8]) throws(Failure) {
        try write(bytes, to: STDOUT_FILENO, path: "standard output")
    }

    static func writeToStandardError(_ text: String) {
        try? write(Array(text.utf8), to: STDERR_FILENO, path: "standard error")
    }

    /// Whether messages may be colored: on a terminal, unless `NO_COLOR` is set
    /// (<https://no-color.org>).
    static var standardErrorTakesColor: Bool {
        isatty(STDERR_FILENO) == 1 && !(getenv("NO_COLOR").map { $0.pointee != 0 } ?? false)
    }

    /// Retries a system call that was interrupted by a signal.
    private static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Whether two paths refer to the same file, through any links.
    package static func areSame(_ path: String, _ other: String) -> Bool {
        var (status, otherStatus) = (stat(), stat())
        guard stat(path, &status) == 0, stat(other, &otherStatus) == 0 else { return false }
        return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
    }

    /// Returns the target of a symbolic link, which may not exist; for any other path, the path
    /// itself.
    static func followingLinks(_ path: String) throws(Failure) -> String {
        var current = path
        for _ in 0..<40 {
            guard let target = try target(ofLink: current) else { return current }
            let folder = current.utf8.lastIndex(of: UInt8(ascii: "/")).map { current[...$0] } ?? ""
            current = target.hasPrefix("/") ? target : folder + target
        }
        throw Failure(path, errno: ELOOP)
    }

    private static func target(ofLink path: String) throws(Failure) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        let bytes = buffer.prefix(count).map(UInt8.init(bitPattern:))
        guard let target = String(validating: bytes, as: UTF8.self) else {
            throw Failure(path, errno: EILSEQ)
        }
        return target
    }
}

// MARK: - Output

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

// MARK: - System calls

// The functions of the system that `Files` and `OutputFile` hide by methods of the same names.
private func systemRead(_ file: CInt, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
    read(file, buffer, size)
}

private func systemWrite(_ file: CInt, _ buffer: UnsafeRawPointer?, _ size: Int) -> Int {
    write(file, buffer, size)
}

private func systemOpen(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt {
    open(path, flags, mode)
}
