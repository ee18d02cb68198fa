import DatabaseTransport
import RealtimeDatabaseServer
import TestSupport
import TypedDatabase

@testable import TypedDatabaseFirebase

/// The server that `swift run realtime-database-server` runs, in this process.
enum DevelopmentServer {
    /// Runs a test, and stops the server after it.
    static func run(
        _ options: RealtimeDatabaseServer.Options = .init(),
        _ body: (RealtimeDatabaseServer) async throws -> Void
    ) async throws {
        var options = options
        options.acceptsOpaqueTokens = true
        let server = try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
        do {
            try await body(server)
        } catch {
            await onThread { server.stop() }
            throw error
        }
        await onThread { server.stop() }
    }

    /// Makes an engine that tries again soon.
    static func engine(
        _ server: RealtimeDatabaseServer, _ token: TokenSource.Fetch? = nil
    ) throws -> FirebaseEngine {
        var settings = TransportSettings()
        settings.timeouts.idle = Patience.limit
        settings.requestBackoff = Backoff(first: .milliseconds(2), longest: .milliseconds(50))
        settings.streamBackoff = settings.requestBackoff
        return try FirebaseEngine(
            url: server.url, token: token, transport: SystemTransport.make(), settings: settings)
    }
}
