import DatabaseTransport
import Foundation
import TypedDatabase

/// A Firebase Realtime Database, over its REST protocol: on Linux servers and Apple's systems alike,
/// without Firebase's SDK.
///
/// ```swift
/// let engine = try FirebaseEngine(url: "https://my-database.firebaseio.com") {
///     .idToken(try await user.idToken())
/// }
/// let database = TreeDatabase(engine)
/// ```
///
/// Unlike the SDK, the engine shows a write once the server has it, not before; it queues nothing
/// while the server can't be reached, and throws instead; it has no `onDisconnect`; and each
/// observed place takes a connection of its own, unless it is inside of another one.
///
/// Requests that fail because of the network are retried where that is safe: five tries in all, or
/// three if they time out. An increment is never sent twice: if its answer is lost, it throws
/// `TreeDatabaseError.Kind.outcomeUnknown`. Streams reconnect indefinitely.
///
/// A cancelled write throws `CancellationError` immediately. It is dropped if nothing of it has
/// been sent. Otherwise it continues until the server has answered, and later writes to its places
/// wait for that: a cancelled write doesn't undo them. It may outlive the engine by that time.
///
/// When the process ends, running requests end without an answer, and tasks that wait for one
/// aren't resumed.
public final class FirebaseEngine: DatabaseEngine, WatchSource {
    /// The service makes transactions of one place. Those of one engine don't compete with each
    /// other.
    public let transactions = TransactionQueue(reach: .onePlace)

    let client: FirebaseClient
    let requests: RequestQueue
    let hub: StreamHub

    /// Makes an engine, which connects at its first use.
    ///
    /// - Parameters:
    ///   - url: the address of the database, without a path: `https://my-database.firebaseio.com`,
    ///     `https://my-database.europe-west1.firebasedatabase.app`, or of the emulator
    ///     `http://127.0.0.1:9000?ns=my-database`. Plain `http` is only accepted for this machine.
    ///   - token: returns the token of one user. It is called before the first request, and again
    ///     whenever the server has refused the last token, which is every hour with ID tokens.
    ///     Requests rethrow its errors; streams call it again later. Without a token, the rules
    ///     have to allow access to everyone. For another user, make another engine.
    public convenience init(
        url: String, token: (@Sendable () async throws -> FirebaseToken)? = nil
    ) throws(TreeDatabaseError) {
        try self.init(
            url: url, token: token, transport: SystemTransport.make(), settings: TransportSettings()
        )
    }

    /// Takes the address as Foundation's `URL`, with the same checks and errors as for a `String`.
    public convenience init(
        url: URL, token: (@Sendable () async throws -> FirebaseToken)? = nil
    ) throws(TreeDatabaseError) {
        try self.init(url: url.absoluteString, token: token)
    }

    init(
        url: String, token: (@Sendable () async throws -> FirebaseToken)?,
        transport: any HTTPTransport, settings: TransportSettings
    ) throws(TreeDatabaseError) {
        client = FirebaseClient(
            try FirebaseAddress(url), tokens: token.map(TokenSource.init), transport: transport,
            settings: settings)
        requests = RequestQueue(maximumCount: settings.maximumRequests)
        hub = StreamHub(client)
    }

    /// Watches of the same place and selection share one connection, and so does a watch of a place
    /// inside of one that is watched as a whole.
    public func startWatch(_ signal: WatchSignal) {
        hub.add(signal)
    }

    public func endWatch(_ signal: WatchSignal) {
        hub.remove(signal)
    }

    public func readWatched<Result: Sendable>(
        _ signal: WatchSignal,
        _ body: @Sendable (WatchMarks, any TreeState) throws -> Result
    ) throws -> Result {
        let (marks, state) = try hub.read(for: signal)
        return try body(marks, state)
    }

    /// The result of the latest attempt to reach the server.
    ///
    /// It begins with `.connecting`, before the first attempt. A failed stream reconnects without
    /// telling its observers, so its latest failure is reported here, from the first one on.
    /// Without a stream, the next request updates the state.
    public var connection: AsyncStream<ConnectionState> {
        client.connection.states
    }

    /// The number of streams that are open or being opened.
    var streamCount: Int { hub.count }
}

extension FirebaseEngine: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "FirebaseEngine(\(client.address.origin))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
