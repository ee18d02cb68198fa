import Foundation
import TypedDatabase

/// A file, independently of its path.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    fileprivate init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Makes the identity of the file at a path; `nil` if none exists.
    init?(_ path: String) {
        guard let state = FileState(path) else { return nil }
        self = state.identity
    }
}

/// The state of a file at one time, which differs after every change.
struct FileState: Hashable, Sendable {
    let identity: FileIdentity
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Makes the state of the file at a path; `nil` if none exists.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        identity = FileIdentity(status)
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        seconds = Int(time.tv_sec)
        nanoseconds = Int(time.tv_nsec)
    }
}

extension Connection {
    /// Whether the connection is still usable: always, unless it reads without locks.
    func isCurrent(_ path: String) -> Bool {
        unlockedState.map { $0 == FileState(path) && !Self.hasLog(path) } ?? true
    }

    /// Whether a file has a log that isn't empty.
    static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }
}
