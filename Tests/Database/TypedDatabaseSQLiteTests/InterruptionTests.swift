import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite(.timeLimit(.minutes(5))) struct InterruptionTests {
    private let folder: TemporaryFolder
    private let pool: ConnectionPool

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path("a.sqlite")
        pool = ConnectionPool([Worker("test", path: path) { try Connection(path, flags: 6) }])
    }

    @Test func aStatementThatIsRunningEndsWhenTheTaskIsCancelled() async throws {
        let (started, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [pool] in
            try await pool.runLong { connection, _ in
                begin.yield()
                let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                return try connection.integer(endless + "SELECT count(*) FROM n")
            }
        }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.run { try $0.integer("SELECT 7") } == 7)
    }

    @Test func workThatLooksForItEndsWhenTheTaskIsCancelled() async throws {
        let (started, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [pool] in
            try await pool.runLong { _, interruption in
                begin.yield()
                while true { try interruption.check() }
            }
        }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
