import Foundation

/// A file that is read sequentially.
package final class InputFile {
    private let path: String
    private let descriptor: CInt

    /// The file's size in bytes; 0 if the system can't tell.
    package let count: Int

    private static let chunkCount = 1 << 18

    /// Opens the file at a path.
    package init(_ path: String) throws(TreeDatabaseError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path) }
        var status = stat()
        count = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit {
        close(descriptor)
    }

    /// Returns the next bytes; none at the end.
    package func readChunk() throws(TreeDatabaseError) -> [UInt8] {
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkCount) { buffer, count in
            repeat {
                result = read(descriptor, buffer.baseAddress, Self.chunkCount)
            } while result < 0 && errno == EINTR
            count = max(result, 0)
        }
        guard result >= 0 else { throw .unreadable(path) }
        return bytes
    }
}

extension TreeDatabaseError {
    fileprivate static func unreadable(_ path: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .unreachableFile, "\(path) can't be read: \(String(cString: strerror(errno)))")
    }
}

/// A new file that is written sequentially.
package final class OutputFile {
    private let name: String
    private let descriptor: CInt

    /// Creates a file. Throws if it already exists.
    ///
    /// - Parameter name: the path that errors show.
    package init(_ path: String, for name: String) throws(TreeDatabaseError) {
        self.name = name
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .unwritable(name) }
    }

    deinit {
        close(descriptor)
    }

    package func write(_ bytes: [UInt8]) throws(TreeDatabaseError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .unwritable(name) }
            rest = rest.dropFirst(count)
        }
    }
}

extension TreeDatabaseError {
    /// Returns the system's latest error, for a file to be written.
    static func unwritable(_ path: String) -> TreeDatabaseError {
        let code = errno
        let isFull = [ENOSPC, EDQUOT, EFBIG].contains(code)
        let reason = String(cString: strerror(code))
        return TreeDatabaseError(
            isFull ? .diskFull : .unreachableFile, "\(path) can't be written: \(reason)")
    }
}

/// The atomic creation of files, which never replaces one.
package enum NewFile {
    /// Creates a file.
    ///
    /// It is written beside its destination, under a temporary name, and renamed once its bytes are
    /// on the disk.
    ///
    /// - Parameter write: writes the file at the path that it is given.
    /// - Throws: `TreeDatabaseError` if the file already exists, or can't be written.
    package static func make(at path: String, _ write: (String) throws -> Void) throws {
        if exists(path) { throw occupied(path) }
        let url = URL(fileURLWithPath: path)
        let name = ".\(url.lastPathComponent.prefix(100)).\(UUID().uuidString).partial"
        let temporary = url.deletingLastPathComponent().appendingPathComponent(name).path
        defer { unlink(temporary) }
        try write(temporary)
        try flush(temporary, of: path)
        try publish(temporary, as: path)
    }

    private static func flush(_ temporary: String, of path: String) throws(TreeDatabaseError) {
        let descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unwritable(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .unwritable(path) }
    }

    /// Renames a file, unless the new name is taken.
    private static func publish(
        _ temporary: String, as path: String
    ) throws(TreeDatabaseError) {
        if link(temporary, path) == 0 { return }
        if errno == EEXIST || exists(path) { throw occupied(path) }
        // Some file systems don't support links.
        guard rename(temporary, path) == 0 else { throw .unwritable(path) }
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func occupied(_ path: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .alreadyExists,
            "there is a file at \(path) already, which isn't replaced; "
                + "choose another name, or remove that file")
    }
}
