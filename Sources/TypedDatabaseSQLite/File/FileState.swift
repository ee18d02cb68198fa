import Foundation
import TypedDatabase

/// A file, whatever its path is.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    fileprivate init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// The file at a path; `nil` if there is none.
    init?(_ path: String) {
        guard let state = FileState(path) else { return nil }
        self = state.identity
    }
}

/// A file at one time: it has changed if this has.
struct FileState: Hashable, Sendable {
    let identity: FileIdentity
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// The state of the file at a path; `nil` if there is none.
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
    /// Whether the connection can still be used: always, unless it reads without locks.
    func isCurrent(_ path: String) -> Bool {
        unlockedState.map { $0 == FileState(path) && !Self.hasLog(path) } ?? true
    }

    /// Whether there is a log with something in it beside a file.
    static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }
}
