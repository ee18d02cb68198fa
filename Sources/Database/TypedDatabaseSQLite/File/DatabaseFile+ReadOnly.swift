import CSQLite
import Foundation
import TypedDatabase

extension DatabaseFile {
    /// Opens the file for the first time, and keeps its identity.
    ///
    /// - Returns: the connection for writing; `nil` if the file is only read.
    mutating func openFirst() throws -> Connection? {
        let connection = try options.isReadOnly ? openExisting() : open()
        identity = FileIdentity(path)
        if connection.hasMoved { throw Self.moved(path) }
        return options.isReadOnly ? nil : connection
    }

    /// Opens a read-only connection to a file of this version.
    private func openExisting() throws -> Connection {
        guard FileManager.default.fileExists(atPath: path) else {
            throw TreeDatabaseError(
                .unreachableFile,
                "there is no file at \(path), and none is created to be read only")
        }
        try checkHeader()
        let connection = try openReadOnly()
        let found = try connection.integer("PRAGMA user_version")
        if found != 0 {
            try check(owner: connection.integer("PRAGMA application_id"), version: found)
        }
        guard found == version else {
            throw TreeDatabaseError(
                .unsuitableFile,
                found == 0
                    ? "\(path) is empty; open it once without .readOnly, which makes it a database"
                    : "\(path) was written by an older version of this library; open it once without "
                        + ".readOnly, which brings it to this version")
        }
        return connection
    }

    /// Opens a read-only connection.
    ///
    /// A file with a log is locked through the `-shm` file beside it. If that is missing and can't
    /// be created, no writer has the file open, and it is read without locks:
    /// https://sqlite.org/wal.html#read_only_databases
    func openReadOnly() throws -> Connection {
        try checkIdentity()
        let state = FileState(path)
        let connection = try connect(SQLITE_OPEN_READONLY)
        do {
            _ = try connection.integer("PRAGMA schema_version")
            return connection
        } catch let failure as SQLiteFailure {
            let lacksLock = [SQLITE_CANTOPEN, SQLITE_READONLY].contains(failure.code)
            guard lacksLock, !Connection.hasLog(path) else { throw failure }
            let uri = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
            let connection = try connect(SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, uri: uri)
            connection.unlockedState = state
            return connection
        }
    }

    static func readOnly(_ path: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .readOnly, "\(path) can't be written: the engine was opened with .readOnly")
    }
}
