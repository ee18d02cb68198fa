import Foundation

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

    /// Appends bytes.
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
