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
