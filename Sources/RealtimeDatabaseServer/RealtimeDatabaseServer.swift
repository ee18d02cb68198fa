import TypedDatabase

/// Speaks the REST and streaming protocol of the Firebase Realtime Database, over any engine.
///
/// For tests, and for development without network. It listens on this machine only, and its rules and
/// tokens protect nothing. A request must arrive within two minutes, and its head within 30 seconds.
///
/// ```swift
/// let server = try RealtimeDatabaseServer(engine: MemoryEngine())
/// defer { server.stop() }
/// let address = server.url        // http://127.0.0.1:49152
/// ```
///
/// It has threads of its own, but the engine works on those of Swift's tasks: a test that blocks all of
/// them while it waits for an answer waits for ever.
public final class RealtimeDatabaseServer: Sendable {
    /// The port that the server listens at.
    public let port: Int

    /// What goes wrong with the answers; nothing unless a test wants it.
    public let faults = Faults()

    private let listener: Listener
    private let service: RESTService
    private let connections: ConnectionList

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - engine: what holds the data. Streams tell of what is written through this server only.
    ///   - port: 0 for any that is free.
    /// - Throws: ``RulesFileError`` for a file of rules that can't be used, or ``SocketError`` if the
    ///   server can't listen at the port.
    public init(
        engine: any DatabaseEngine, port: Int = 0, options: Options = Options()
    ) throws {
        let access = try AccessControl(
            isOpen: options.isOpen, file: options.rulesFile.map { RulesFile(path: $0) })
        let listener = try Listener(port: port)
        let service = RESTService(
            database: ServedDatabase(engine), access: access, options: options)
        let connections = ConnectionList(capacity: options.maximumConnectionCount)
        self.port = listener.port
        self.listener = listener
        self.service = service
        self.connections = connections
        let faults = faults
        listener.start { client in
            let socket = Socket(client, sendTimeout: options.limits.readTime)
            connections.serve(socket) {
                Connection(
                    socket: socket, service: service, faults: faults, record: connections.record
                ).serve()
            }
        }
    }

    deinit {
        stop()
    }

    /// The address of the database, without a path: `http://127.0.0.1:` and the port.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// Ends all connections, and listens no more. Returns when all threads have ended, or after 5 seconds.
    public func stop() {
        listener.stop()
        connections.close()
    }
}

// MARK: - For tests of clients

extension RealtimeDatabaseServer {
    /// The connections that are open now, streams included.
    public var openConnectionCount: Int { connections.count }

    /// The connections that were ever made.
    public var totalConnectionCount: Int { connections.totalCount }

    /// How many streams are open.
    public var streamCount: Int { service.database.streamCount }

    /// The last requests, the oldest first: at most 1,000. Their bodies are left out.
    public var requests: [HTTPRequest] { connections.requests }

    /// The number of requests that have ever come.
    public var requestCount: Int { connections.requestCount }

    /// Ends all connections at once, whatever they are doing. New ones are accepted.
    public func closeConnections() { connections.shutdownAll() }

    /// Sends `cancel` to all streams, as if the rules no longer allowed them, and ends them.
    public func cancelStreams() { service.database.end(.cancel) { _ in true } }

    /// Refuses a token from now on, as if it were expired: 401, and `auth_revoked` on its streams.
    public func expire(token: String) {
        service.access.expire(token)
        service.database.end(.authRevoked) { $0.identity.token == token }
    }

    /// Sends `auth_revoked` to all streams, and ends them. The tokens remain valid.
    public func revokeStreams() { service.database.end(.authRevoked) { _ in true } }
}
