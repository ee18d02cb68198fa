import RealtimeDatabaseServer
import TestSupport
import TypedDatabase

/// The server that `swift run realtime-database-server` runs, in this process.
enum DevelopmentServer {
    /// Runs a test, and stops the server after it.
    static func run(
        _ options: RealtimeDatabaseServer.Options = .init(),
        _ body: (RealtimeDatabaseServer) async throws -> Void
    ) async throws {
        let server = try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
        do {
            try await body(server)
        } catch {
            await onThread { server.stop() }
            throw error
        }
        await onThread { server.stop() }
    }
}
