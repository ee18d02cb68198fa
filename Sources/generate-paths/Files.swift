#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Reading and writing, with the C library that comes with Swift: loading Foundation would take longer
/// than compiling most schemas.
enum Files {
    /// The system's word on why something can't be read or written.
    struct Failure: Error {
        let path: String
        let reason: String

        fileprivate init(_ path: String, errno code: CInt = errno) {
            self.path = path
            self.reason = String(cString: strerror(code))
        }
    }

    /// The contents of a file; of standard input for `-`.
    static func read(_ path: String) throws(Failure) -> [UInt8] {
        if path == "-" { return try read(STDIN_FILENO, path: "standard input") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path) }
        defer { close(descriptor) }
        return try read(descriptor, path: path)
    }

    static func writeToStandardOutput(_ bytes: [UInt8]) throws(Failure) {
        try write(bytes, to: STDOUT_FILENO, path: "standard output")
    }

    static func writeToStandardError(_ text: String) {
        try? write(Array(text.utf8), to: STDERR_FILENO, path: "standard error")
    }

    static var standardErrorIsTerminal: Bool {
        isatty(STDERR_FILENO) == 1
    }

    /// Whether an environment variable is there and not empty.
    static func environmentHas(_ name: String) -> Bool {
        getenv(name).map { $0.pointee != 0 } ?? false
    }

    private static func read(_ descriptor: CInt, path: String) throws(Failure) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(path) }
        let chunk = 1 << 16
        var failed = false
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size) + chunk)
        var isAtEnd = false
        while !isAtEnd {
            let count = bytes.count
            let capacity = max(bytes.capacity - count, chunk)
            bytes += [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
                let result = Self.retrying { sysRead(descriptor, buffer.baseAddress, capacity) }
                initialized = max(result, 0)
                failed = result < 0
                isAtEnd = result <= 0
            }
        }
        if failed { throw Failure(path) }
        return bytes
    }

    private static func write(
        _ bytes: [UInt8], to descriptor: CInt, path: String
    ) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { rest in
                Self.retrying { sysWrite(descriptor, rest.baseAddress, rest.count) }
            }
            guard count >= 0 else { throw Failure(path) }
            written += count
        }
    }

    /// Repeats a call that a signal interrupted.
    private static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

// MARK: - Replacing a file

extension Files {
    /// Gives a file new contents: all of them, or none if anything fails. A file that has them already
    /// keeps its date, so that nothing is built again.
    static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
        // What a link points to is replaced, not the link.
        let target = realPath(path) ?? path
        var status = stat()
        let exists = stat(target, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            return try overwrite(target, with: bytes)
        }
        if exists, (try? read(target)) == bytes { return }
        let permissions = exists ? status.st_mode & 0o7777 : nil
        try replaceAtomically(target, with: bytes, permissions: permissions)
    }

    /// Writes beside the file, then takes its place.
    private static func replaceAtomically(
        _ path: String, with bytes: [UInt8], permissions: mode_t?
    ) throws(Failure) {
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure(path) }
        do throws(Failure) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor, path: path)
            if let permissions, fchmod(descriptor, permissions) != 0 { throw Failure(path) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let failure = Failure(path)
            unlink(temporary)
            throw failure
        }
    }

    /// Writes to what is no file: a device, a pipe.
    private static func overwrite(_ path: String, with bytes: [UInt8]) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path) }
        defer { close(descriptor) }
        try write(bytes, to: descriptor, path: path)
    }

    /// Whether two paths lead to the same file.
    static func areSame(_ path: String, _ other: String) -> Bool {
        guard let path = realPath(path) else { return false }
        return path == realPath(other)
    }

    /// The path without links; `nil` if there is no such file.
    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

// `read` and `write` are names of this enum, too.
private func sysRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func sysWrite(_ descriptor: CInt, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
