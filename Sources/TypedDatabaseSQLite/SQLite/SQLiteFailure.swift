import CSQLite
import Foundation
import TypedDatabase

/// What a function of SQLite returned in place of `SQLITE_OK`.
struct SQLiteFailure: Error {
    /// https://sqlite.org/rescode.html#extrc
    let extendedCode: Int32

    /// The system's `errno`, if the system refused something.
    let systemError: Int32

    let message: String

    /// What the system says if there is no room: on the disk, in a quota, below a limit.
    private static let noRoom = [ENOSPC, EDQUOT, EFBIG]

    /// The failure of the latest call with a connection.
    init(_ connection: OpaquePointer) {
        // SQLite doesn't keep the error of a commit.
        let latest = errno
        let kept = sqlite3_system_errno(connection)
        systemError = kept == 0 && Self.noRoom.contains(latest) ? latest : kept
        extendedCode = sqlite3_extended_errcode(connection)
        message = String(cString: sqlite3_errmsg(connection))
    }

    /// A failure that we find ourselves.
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
    /// Whether the connection is as good as before.
    ///
    /// Otherwise a new one is made for the next call, which works if the cause is gone.
    var leavesConnectionUsable: Bool {
        [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL].contains(code)
    }

    /// The failure as apps see it.
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

    /// The words of SQLite, and those of the system if it has any.
    private var reason: String {
        guard systemError != 0 else { return message }
        return "\(message) (\(String(cString: strerror(systemError))))"
    }
}
