import Foundation
import TypedDatabase

/// A lock of a file beside a database, which holds the name of the process that has it.
///
/// The database itself can't be locked: on some systems that would exclude SQLite's own locks. The
/// lock is `flock`'s, which belongs to an open file: a second one of the same process excludes the
/// first, unlike a POSIX lock, and the system releases it when the process ends. The file stays,
/// since another process may be about to lock it.
enum FileLock {
    static func reservation(of path: String) throws -> EngineReservation {
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
            let lock = URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-lock"
            let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            if descriptor < 0 { throw failure(errno, lock) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                defer { close(descriptor) }
                throw code == EWOULDBLOCK ? inUse(path, lock) : failure(code, lock)
            }
            let name = "\(getpid()) \(ProcessInfo.processInfo.processName)"
            // Without the name, the error of another process says less.
            _ = ftruncate(descriptor, 0)
            _ = name.withCString { write(descriptor, $0, strlen($0)) }
            return EngineReservation { close(descriptor) }
        #else
            return EngineReservation()
        #endif
    }

    private static func inUse(_ path: String, _ lock: String) -> TreeDatabaseError {
        let holder = (try? String(contentsOfFile: lock, encoding: .utf8)) ?? ""
        let words = holder.split(separator: " ", maxSplits: 1).map(String.init)
        let isOwn = words.first == "\(ProcessInfo.processInfo.processIdentifier)"
        let process = words.count == 2 ? "process \(words[0]) (\(words[1]))" : "another process"
        return TreeDatabaseError(
            .inUse,
            "\(isOwn ? "another engine of this process" : process) has the store \(path): "
                + (isOwn ? "release that one first" : "end that one first")
                + ", or use a file for each")
    }

    private static func failure(_ code: Int32, _ lock: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .unreachableFile, "\(lock) can't be locked: \(String(cString: strerror(code)))")
    }
}
