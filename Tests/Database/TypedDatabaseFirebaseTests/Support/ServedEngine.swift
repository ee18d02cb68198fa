import DatabaseTransport
import RealtimeDatabaseServer
import TestSupport
import TypedDatabase

@testable import TypedDatabaseFirebase

/// An engine and the server that it speaks to, over sockets of this machine.
struct ServedEngine {
    let server: RealtimeDatabaseServer
    let engine: FirebaseEngine

    init(
        options: RealtimeDatabaseServer.Options = .init(),
        token: (@Sendable () async throws -> FirebaseToken)? = nil,
        settings: TransportSettings = .fast
    ) throws {
        var options = options
        options.acceptsOpaqueTokens = true
        server = try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
        engine = try FirebaseEngine(
            url: server.url + "?ns=test", token: token, transport: SystemTransport.make(),
            settings: settings)
    }

    /// How many streams the server has. It may wait for a task of its engine, so no thread of tasks must
    /// wait for that.
    var streamCount: Int {
        get async { await onThread { [server] in server.streamCount } }
    }

    /// Runs a test, and stops the server after it.
    static func run(
        options: RealtimeDatabaseServer.Options = .init(),
        token: (@Sendable () async throws -> FirebaseToken)? = nil,
        settings: TransportSettings = .fast, _ body: (ServedEngine) async throws -> Void
    ) async throws {
        let served = try ServedEngine(options: options, token: token, settings: settings)
        do {
            try await body(served)
        } catch {
            await served.server.stopped()
            throw error
        }
        await served.server.stopped()
    }
}

extension RealtimeDatabaseServer {
    /// Stops, which waits for threads that wait for tasks: so no thread of tasks must wait.
    func stopped() async {
        await onThread { self.stop() }
    }
}

extension TransportSettings {
    /// Settings with short pauses between retries.
    static var fast: TransportSettings {
        var settings = TransportSettings()
        settings.timeouts.idle = Patience.limit
        settings.requestBackoff = Backoff(first: .milliseconds(2), longest: .milliseconds(50))
        settings.streamBackoff = Backoff(first: .milliseconds(2), longest: .milliseconds(50))
        return settings
    }
}

extension FirebaseEngine {
    func value(at place: TreePlace) async throws -> TreeValue? {
        try await read(place, .all).value
    }

    func set(_ value: TreeValue?, at place: TreePlace) async throws {
        try await write([TreeEdit(place, .set(PendingValue(value)))])
    }
}
