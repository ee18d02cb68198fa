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
/// Users of the SDK will miss some things here: a write is seen once the server has it, not before;
/// nothing is queued while the server can't be reached, a write throws then; there is no `onDisconnect`;
/// and each observed place takes a connection of its own, unless it is inside of another one.
///
/// Requests that fail because of the network are tried again, five times in all, or three if they take
/// too long, where that can't do harm. An increment is never sent twice: if its answer is lost, it throws
/// `TreeDatabaseError.Kind.outcomeUnknown`. Streams connect again by themselves, for ever.
///
/// A write that is cancelled throws `CancellationError` at once. It is dropped if nothing of it has been
/// sent. Else it goes on until the server has answered, and later writes to its places wait for that: a
/// cancelled write doesn't undo them. It may outlive the engine by as long as that takes.
///
/// When the process ends, requests that are under way end without an answer, and nothing that waits for
/// one is resumed.
public final class FirebaseEngine: DatabaseEngine, WatchSource {
    /// The service makes transactions of one place. Those of one engine don't compete with each other.
    public let transactions = TransactionQueue(reach: .onePlace)

    let client: FirebaseClient
    let requests: RequestQueue
    private let hub: StreamHub

    /// Doesn't connect before there is something to ask for.
    ///
    /// - Parameters:
    ///   - url: the address of the database, without a path: `https://my-database.firebaseio.com`,
    ///     `https://my-database.europe-west1.firebasedatabase.app`, or of the emulator
    ///     `http://127.0.0.1:9000?ns=my-database`. Only this machine can be spoken to with `http`.
    ///   - token: gives the token of one user, when there is none yet and whenever the server has
    ///     refused the last one, which is every hour with ID tokens. What it throws, the requests throw;
    ///     streams call it again later. Without a token the rules have to allow everybody in. When
    ///     another user signs in, make another engine.
    public convenience init(
        url: String, token: (@Sendable () async throws -> FirebaseToken)? = nil
    ) throws(TreeDatabaseError) {
        try self.init(
            url: url, token: token, transport: SystemTransport.make(), settings: FirebaseSettings())
    }

    /// Takes the address as Foundation's `URL`, with the same checks and errors as for a `String`.
    public convenience init(
        url: URL, token: (@Sendable () async throws -> FirebaseToken)? = nil
    ) throws(TreeDatabaseError) {
        try self.init(url: url.absoluteString, token: token)
    }

    init(
        url: String, token: (@Sendable () async throws -> FirebaseToken)?,
        transport: any HTTPTransport, settings: FirebaseSettings
    ) throws(TreeDatabaseError) {
        client = FirebaseClient(
            try FirebaseAddress(url), tokens: token.map(TokenSource.init), transport: transport,
            settings: settings)
        requests = RequestQueue(maximumCount: settings.maximumRequests)
        hub = StreamHub(client)
    }

    /// Watches of the same place and selection share one connection, and so does a watch of a place
    /// inside of one that is watched whole.
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

    /// Whether the server could be reached when it was last tried.
    ///
    /// It begins with `.connecting`, before anything is tried. A stream that fails tries again by itself,
    /// and its observers are told nothing, so the reason is here: the last one, from the first failure on.
    /// Without a stream, the next request tells.
    public var connection: AsyncStream<ConnectionState> {
        client.connection.states
    }

    /// How many streams are open or being opened.
    var streamCount: Int { hub.count }
}

extension FirebaseEngine: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "FirebaseEngine(\(client.address.origin))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
