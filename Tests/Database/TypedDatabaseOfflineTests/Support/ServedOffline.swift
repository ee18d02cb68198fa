import RealtimeDatabaseServer
import TestSupport
import TypedDatabase
import TypedDatabaseFirebase

@testable import TypedDatabaseOffline

/// A server, whose data outlives it, and engines that speak to it over sockets of this machine.
final class ServedOffline {
    let data = MemoryEngine()
    let port: Int
    private var server: RealtimeDatabaseServer?
    private let options: RealtimeDatabaseServer.Options

    init(options: RealtimeDatabaseServer.Options = .init()) throws {
        self.options = options
        let server = try RealtimeDatabaseServer(engine: data, options: options)
        self.server = server
        port = server.port
    }

    var url: String { "http://127.0.0.1:\(port)?ns=test" }

    func start() throws {
        guard server == nil else { return }
        server = try RealtimeDatabaseServer(engine: data, port: port, options: options)
    }

    /// Stops, which waits for threads that wait for tasks: so no thread of tasks must wait.
    func stop() async {
        guard let stopped = server else { return }
        server = nil
        await onThread { stopped.stop() }
    }

    func engine(keepingIn store: any DatabaseEngine = MemoryEngine()) throws -> OfflineEngine {
        OfflineEngine(try FirebaseEngine(url: url), keepingIn: store)
    }
}
