import CSQLite
import Foundation
import TypedDatabase

extension Connection {
    /// Writes a copy of the database to a new file.
    ///
    /// - Parameter name: the path that errors show.
    func copy(to path: String, for name: String) throws {
        let statement = try prepared("VACUUM INTO ?")
        try statement.bind(text: path, at: 1)
        do {
            try statement.run()
        } catch let failure as SQLiteFailure
            where [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL].contains(failure.code)
        {
            throw failure.error(in: name)
        }
    }
}
