import Dispatch

/// A connection, and the queue that it is used on.
// The connection is only accessed on the queue, which is serial.
final class Worker: @unchecked Sendable {
    let queue: DispatchQueue
    private var connection: Connection?
    private let path: String
    private let keepsConnection: Bool
    private let open: @Sendable () throws -> Connection

    /// - Parameters:
    ///   - path: the path of the file, for errors.
    ///   - connection: an open connection to start with.
    ///   - keepsConnection: whether a connection is used more than once.
    ///   - open: opens a connection.
    init(
        _ label: String, path: String, _ connection: sending Connection? = nil,
        keepsConnection: Bool = true,
        open: @escaping @Sendable () throws -> Connection
    ) {
        queue = DispatchQueue(label: "TypedDatabaseSQLite.\(label)")
        self.path = path
        self.connection = connection
        self.keepsConnection = keepsConnection
        self.open = open
    }

    /// Runs a closure with the connection, on the queue.
    ///
    /// After an error that might be the connection's, the next call gets a new one. Throws while
    /// the file at the path is missing or another one.
    func use<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        dispatchPrecondition(condition: .onQueue(queue))
        do {
            if connection?.isCurrent(path) == false { connection = nil }
            let connection = try self.connection ?? open()
            self.connection = keepsConnection ? connection : nil
            if connection.hasMoved { throw DatabaseFile.moved(path) }
            return try body(connection)
        } catch let failure as SQLiteFailure {
            if !failure.leavesConnectionUsable { connection = nil }
            throw failure.error(in: path)
        }
    }

    /// Closes the connection after the jobs that are already in the queue.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.connection = nil
                continuation.resume()
            }
        }
    }
}
