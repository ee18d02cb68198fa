import CSQLite
import Foundation
import TypedDatabase

/// A result of SQLite other than `SQLITE_OK`.
struct SQLiteFailure: Error {
    /// https://sqlite.org/rescode.html#extrc
    let extendedCode: Int32

    /// The system's `errno`, if a system call failed.
    let systemError: Int32

    let message: String

    /// The system's errors for a lack of space: on the disk, in a quota, below a limit.
    private static let noRoom = [ENOSPC, EDQUOT, EFBIG]

    /// The failure of the latest call with a connection.
    init(_ connection: OpaquePointer) {
        // SQLite doesn't keep the system's error of a commit.
        let latest = errno
        let kept = sqlite3_system_errno(connection)
        systemError = kept == 0 && Self.noRoom.contains(latest) ? latest : kept
        extendedCode = sqlite3_extended_errcode(connection)
        message = String(cString: sqlite3_errmsg(connection))
    }

    /// A failure that this library detects.
    init(_ code: Int32, _ message: String) {
        extendedCode = code
        systemError = 0
        self.message = message
    }

    static func damage(_ message: String) -> SQLiteFailure {
        SQLiteFailure(SQLITE_CORRUPT, message)
    }

    var code: Int32 { extendedCode & 0xFF }
}

extension SQLiteFailure {
    /// Whether the connection is still usable.
    ///
    /// Otherwise the next call makes a new one, which works if the cause is gone.
    var leavesConnectionUsable: Bool {
        [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL].contains(code)
    }

    /// Returns the failure as an error for apps.
    func error(in file: String) -> TreeDatabaseError {
        switch code {
        case SQLITE_NOTADB:
            TreeDatabaseError(.unsuitableFile, "\(file) isn't a database")
        case SQLITE_FULL:
            diskFull(file)
        case SQLITE_IOERR where Self.noRoom.contains(systemError):
            diskFull(file)
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
            TreeDatabaseError(
                .unavailable,
                "\(file) is in use: another process has been writing to it for longer than the "
                    + "busy timeout; try again")
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY:
            TreeDatabaseError(.unreachableFile, "\(file) can't be read and written: \(reason)")
        default:
            TreeDatabaseError(
                .damagedFile,
                "\(file) is damaged: \(reason); checkIntegrity() lists what else is; replace it by a "
                    + "backup")
        }
    }

    private func diskFull(_ file: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .diskFull, "there is no room for what is to be written to \(file); nothing of it was")
    }

    /// SQLite's message, followed by the system's if it has one.
    private var reason: String {
        guard systemError != 0 else { return message }
        return "\(message) (\(String(cString: strerror(systemError))))"
    }
}
