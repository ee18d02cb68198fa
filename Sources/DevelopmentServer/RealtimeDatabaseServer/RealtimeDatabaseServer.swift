import Foundation
import TypedDatabase
import TypedDatabaseRules

// # How a request is answered
//
// A `Listener` accepts clients. `ConnectionList` gives each a thread, on which its `Connection`
// reads one HTTP request after the other (`HTTPRequestReader`), has it answered by `RESTService`,
// and sends the answer, with the fault that a test has injected (`FaultyOutput`).
//
// `RESTService` parses what Firebase's protocol adds to HTTP: the place and the parameters
// (`RESTRequest`, `QueryParser`), the sender (`Identity`), and the body (`RequestBody`), whose times
// and increments stay open until the write (`PendingTree`). `AccessControl` has the rules.
// `PageService` answers the requests of the page in a browser, on the same data.
//
// Only `ServedDatabase` uses the engine. It makes the writes one after the other: each is resolved,
// checked by the rules, written, and told to the streams (`StreamFeed`) in that order, so that every
// stream has all events in the order of the writes. Events wait in a bounded `EventQueue`, from
// which the stream's connection sends them: a client that is slow loses its stream, and delays
// nobody else.
//
// Connections block threads of their own rather than suspend tasks, so that clients in the same
// process, tests above all, can use all threads of Swift's tasks.

/// A server of the Firebase Realtime Database's REST and streaming protocol, over any engine.
///
/// For tests, and for development without network. It listens on this machine only, and its rules and
/// tokens protect nothing.
///
/// A request must arrive within two minutes, its head within 30 seconds, and its body, after 30
/// seconds, with at least 64 KB per second on average. Of bodies that haven't arrived wholly, at most
/// 256 MB are held, or a single one: beyond that, the connection with the most of one is ended.
///
/// ```swift
/// let server = try RealtimeDatabaseServer(engine: MemoryEngine())
/// defer { server.stop() }
/// let address = server.url        // http://127.0.0.1:49152
/// ```
///
/// The server has threads of its own, but the engine works on those of Swift's tasks: a test that
/// blocks all of them while it waits for an answer deadlocks.
public final class RealtimeDatabaseServer: Sendable {
    /// The port on which the server listens.
    public let port: Int

    /// The faults to inject into answers; none by default.
    public let faults = Faults()

    private let listener: Listener
    private let service: RESTService
    private let connections: ConnectionList
    private let watchedRules: WatchedRulesFile?

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - engine: the engine that holds the data. Streams only report writes through this server.
    ///   - port: the port to listen on; 0 for any free one.
    /// - Throws: ``RulesFileError`` for a file of rules that can't be used, ``SchemaFileError`` for
    ///   a schema that can't be used, or ``SocketError`` if the server can't listen on the port.
    public init(
        engine: any DatabaseEngine, port: Int = 0, options: Options = Options()
    ) throws {
        let watchedRules = options.watchedRulesFile.map { WatchedRulesFile(path: $0) }
        let access = try AccessControl(
            try watchedRules?.rules() ?? options.rules ?? SecurityRules(isOpen: options.isOpen),
            file: watchedRules == nil ? options.rulesFile.map { RulesFile(path: $0) } : nil,
            acceptsOpaqueTokens: options.acceptsOpaqueTokens)
        let listener = try Listener(port: port)
        let service = RESTService(
            database: ServedDatabase(engine, now: options.now), access: access, options: options,
            schema: try SchemaFile.schema(of: options.schemaFiles))
        let connections = ConnectionList(capacity: options.maximumConnectionCount)
        let backlog = Backlog<EventQueue>(capacity: options.totalStreamBufferSize)
        let bodies = Backlog<Socket>(capacity: options.limits.bodies)
        self.port = listener.port
        self.listener = listener
        self.service = service
        self.connections = connections
        self.watchedRules = watchedRules
        watchedRules?.start { service.reload($0) }
        let faults = faults
        listener.start { client in
            let socket = Socket(client, sendTimeout: options.limits.readTime)
            connections.serve(socket) {
                Connection(
                    socket: socket, service: service, faults: faults, backlog: backlog,
                    bodies: bodies, record: connections.record
                ).serve()
            }
        }
    }

    deinit {
        stop()
    }

    /// The address of the database, without a path: `http://127.0.0.1:` and the port.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// Stops listening, and ends all connections. Returns when all threads have ended, or after 5
    /// seconds.
    public func stop() {
        watchedRules?.stop()
        listener.stop()
        connections.close()
    }
}

// MARK: - For tests of clients

extension RealtimeDatabaseServer {
    /// The number of open connections, streams included.
    public var openConnectionCount: Int { connections.count }

    /// The total number of connections so far.
    public var totalConnectionCount: Int { connections.totalCount }

    /// The number of open streams.
    public var streamCount: Int { service.database.streamCount }

    /// The latest requests, the oldest first: at most 1,000, without their bodies.
    public var requests: [HTTPRequest] { connections.requests }

    /// The total number of requests so far.
    public var requestCount: Int { connections.requestCount }

    /// Ends all connections immediately. New ones are accepted.
    public func closeConnections() { connections.shutdownAll() }

    /// Sends `cancel` to all streams, as if the rules no longer allowed them, and ends them.
    public func cancelStreams() { service.database.end(.cancel) { _ in true } }

    /// Refuses a token from now on, as if it had expired: 401, and `auth_revoked` on its streams.
    public func expire(token: String) {
        service.access.expire(token)
        service.database.end(.authRevoked) { $0.identity.token == token }
    }

    /// Sends `auth_revoked` to all streams, and ends them. The tokens remain valid.
    public func revokeStreams() { service.database.end(.authRevoked) { _ in true } }
}

// MARK: - Options

extension RealtimeDatabaseServer {
    /// The options of a server.
    public struct Options: Sendable {
        /// Whether everybody may read and write, or administrators only: those with the token
        /// `owner`. Any rules replace this option.
        public var isOpen = true

        /// The rules at the start; `nil` for none.
        public var rules: SecurityRules?

        /// The path of a file of rules, which are enforced from the start, and again whenever the
        /// file changes. As long as it has errors, the rules before remain.
        public var watchedRulesFile: String?

        /// The path of a file that keeps the rules that are PUT to `/.settings/rules.json`. If it
        /// exists, its rules apply from the start. Without a path, rules end with the server.
        public var rulesFile: String?

        /// The paths of the files of the data's schema, for the page in a browser.
        public var schemaFiles: [String] = []

        /// Called with each line of the log: requests that the rules refuse, with the rules and
        /// values that decided, and rules that were read again.
        public var log: @Sendable (String) -> Void = { _ in }

        /// The clock for server times, and for `now` in rules.
        package var now: @Sendable () -> Date = { Date() }

        /// Whether a token that is no JWT is taken as the ID of a user, for tests of clients.
        public var acceptsOpaqueTokens = false

        /// Whether a query by value or by a child needs an index in the rules, as with the service.
        public var demandsIndexes = true

        /// The number of seconds between two keep-alive events of a stream.
        public var keepAliveInterval = 30.0

        /// The maximum number of bytes of pending events for a slow client, before its stream is
        /// ended.
        public var streamBufferSize = 64 * 1024 * 1024

        /// The maximum number of bytes of pending events for all clients, before the stream with
        /// the most is ended. A single stream may have more, up to ``streamBufferSize``.
        public var totalStreamBufferSize = 256 * 1024 * 1024

        /// The maximum number of concurrent connections. Others are answered 503.
        public var maximumConnectionCount = 2_000

        var limits = HTTPRequestReader.Limits()

        /// Makes the default options.
        public init() {}
    }
}
