import DatabaseTransport
import TypedDatabase

/// A Firestore database, over its REST protocol: on Linux servers and Apple's systems alike, without
/// Google's SDK.
///
/// ```swift
/// let engine = try FirestoreEngine(project: "my-project", layout: Root.documents) {
///     .idToken(try await user.idToken())
/// }
/// let database = TreeDatabase(engine)
/// ```
///
/// A layout, which `generate-paths` makes of a schema, says which places are collections, documents
/// and fields. A document's value is its own fields. The documents in its subcollections are read,
/// watched and written at their own places: removing a document leaves them.
///
/// The engine shows a write once the server has it, not before, and queues nothing while the server
/// can't be reached: it throws instead. Requests that fail because of the network are retried where
/// that is safe: five tries in all, or three if they time out. An increment is never sent twice: if
/// its answer is lost, it throws `TreeDatabaseError.Kind.outcomeUnknown`.
///
/// A cancelled write throws `CancellationError` immediately. It is dropped if nothing of it has been
/// sent. Otherwise it continues until the server has answered, and later writes to its places wait for
/// that.
public final class FirestoreEngine: DatabaseEngine {
    /// Transactions have conditions on any number of documents and fields.
    public let transactions = TransactionQueue()

    let client: FirestoreClient
    let layout: DocumentLayout
    let requests: RequestQueue
    let hub: WatchHub

    /// Makes an engine, which connects at its first use.
    ///
    /// - Parameters:
    ///   - project: the ID of the project, such as `my-project`.
    ///   - database: the name of the database; most projects have only the default one.
    ///   - layout: the collections and times of the schema.
    ///   - emulator: the host and port of an emulator on this machine, which gets all requests
    ///     instead of the service; by default the one that the environment variable
    ///     `FIRESTORE_EMULATOR_HOST` names, as for other clients of Firestore.
    ///   - token: returns the token of one user. It is called before the first request, and again
    ///     whenever the server has refused the last token, which is every hour with ID tokens. Without
    ///     a token, the rules have to allow access to everyone. For another user, make another
    ///     engine.
    ///   - appCheck: returns an App Check token, and is called like `token`.
    public convenience init(
        project: String, database: String = "(default)", layout: DocumentLayout,
        emulator: String? = FirestoreEngine.emulatorHost,
        token: (@Sendable () async throws -> FirebaseToken)? = nil,
        appCheck: (@Sendable () async throws -> String)? = nil
    ) throws(TreeDatabaseError) {
        let address: FirestoreAddress =
            if let emulator { try FirestoreAddress(emulator: emulator) } else { .service }
        try self.init(
            address, project: project, database: database, layout: layout, token: token,
            appCheck: appCheck, transport: SystemTransport.make(), settings: TransportSettings())
    }

    init(
        _ address: FirestoreAddress, project: String, database: String = "(default)",
        layout: DocumentLayout, token: (@Sendable () async throws -> FirebaseToken)? = nil,
        appCheck: (@Sendable () async throws -> String)? = nil,
        transport: any HTTPTransport, settings: TransportSettings
    ) throws(TreeDatabaseError) {
        for name in [project, database] {
            // Such a name would lead to another URL.
            guard name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9.:-]*|\(default\)/) != nil else {
                throw TreeDatabaseError(
                    .badRequest,
                    "\(name.debugDescription) is no ID of a project, or no name of a database")
            }
        }
        client = FirestoreClient(
            address, DocumentRoot(project: project, database: database),
            tokens: token.map(TokenSource.init),
            appChecks: appCheck.map { appCheck in
                TokenSource { .idToken(try await appCheck()) }
            },
            transport: transport, settings: settings)
        self.layout = layout
        requests = RequestQueue(maximumCount: settings.maximumRequests)
        hub = WatchHub(ListenClient(client))
    }

    deinit {
        hub.close()
    }

    /// The emulator that the environment variable `FIRESTORE_EMULATOR_HOST` names; `nil` without it.
    public static var emulatorHost: String? { FirestoreAddress.emulatorHost }

    /// The collections of the root, and those below documents, whose values are their own fields.
    public var separateChildren: SeparateChildren? {
        SeparateChildren { [layout] place in
            switch try? layout.locate(place) {
            case .root, .document: Set(layout.subcollections(of: place))
            default: []
            }
        }
    }

    /// The result of the latest attempt to reach the server.
    public var connection: AsyncStream<ConnectionState> { client.connection.states }
}

extension FirestoreEngine: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public var description: String {
        "FirestoreEngine(\(client.address.origin)/\(client.root.database))"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
