#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A file that gets new contents: all of them, or none if anything fails.
///
/// They are written beside the file, which they replace in the end. If they are what the file holds
/// already it is left alone, with its date, so that nothing is built again.
struct OutputFile {
    private let path: String
    private let temporaryPath: String
    private let descriptor: CInt
    private var current: Comparison?

    init(replacing path: String) throws(Files.Failure) {
        // What a link points to is replaced, not the link.
        let target = Files.resolvingLinks(path) ?? path
        self.path = target
        var status = stat()
        let exists = stat(target, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            // A device or a pipe can only be written to.
            temporaryPath = target
            descriptor = open(target, O_WRONLY | O_CLOEXEC)
        } else {
            temporaryPath = "\(target).\(getpid()).tmp"
            descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            current = exists ? try? Comparison(with: target) : nil
        }
        guard descriptor >= 0 else { throw Files.Failure(path) }
        if exists, replacesFile {
            fchmod(descriptor, status.st_mode & 0o7777)
        }
    }

    private var replacesFile: Bool { temporaryPath != path }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Files.Failure) {
        do throws(Files.Failure) {
            try current?.compare(bytes)
            try Files.write(bytes, to: descriptor, path: path)
        } catch {
            discard()
            throw error
        }
    }

    /// Ends writing, and lets the new contents take the file's place.
    mutating func commit() throws(Files.Failure) {
        let isSame: Bool
        do throws(Files.Failure) {
            isSame = try current?.finish() ?? false
        } catch {
            discard()
            throw error
        }
        guard replacesFile, !isSame else { return discard() }
        guard close(descriptor) == 0, rename(temporaryPath, path) == 0 else {
            let failure = Files.Failure(path)
            unlink(temporaryPath)
            throw failure
        }
    }

    private func discard() {
        close(descriptor)
        if replacesFile {
            unlink(temporaryPath)
        }
    }
}

/// A file that is compared with what could be its contents, chunk by chunk.
struct Comparison {
    private let path: String
    private let descriptor: CInt
    private var isEqual = true

    init(with path: String) throws(Files.Failure) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Files.Failure(path) }
    }

    mutating func compare(_ bytes: UnsafeBufferPointer<UInt8>) throws(Files.Failure) {
        var rest = bytes[...]
        while isEqual, !rest.isEmpty {
            let current = try Files.read(descriptor, atMost: rest.count, path: path)
            isEqual = !current.isEmpty && rest.starts(with: current)
            rest = rest.dropFirst(current.count)
        }
    }

    /// Whether the file holds what it was compared with, and nothing else.
    mutating func finish() throws(Files.Failure) -> Bool {
        defer { close(descriptor) }
        guard isEqual else { return false }
        return try Files.read(descriptor, atMost: 1, path: path).isEmpty
    }
}
