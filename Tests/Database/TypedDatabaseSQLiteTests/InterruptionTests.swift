import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite(.timeLimit(.minutes(1))) struct InterruptionTests {
    private let folder: TemporaryFolder
    private let pool: ConnectionPool

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path("a.sqlite")
        pool = ConnectionPool([Worker("test", path: path) { try Connection(path, flags: 6) }])
    }

    private typealias Work = @Sendable (Connection, Interruption) throws -> Void

    /// A statement that runs, and work that looks for the interruption.
    private static let endless: [Work] = [
        { connection, _ in
            let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
            _ = try connection.integer(numbers + "SELECT count(*) FROM n")
        },
        { _, interruption in while true { try interruption.check() } },
    ]

    @Test(arguments: endless.indices)
    func workEndsWhenItsTaskIsCancelled(index: Int) async throws {
        let (started, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [pool] in
            try await pool.runLong { connection, interruption in
                begin.yield()
                try Self.endless[index](connection, interruption)
            }
        }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.run { try $0.integer("SELECT 7") } == 7)
    }
}
