// Firestore over its REST protocol, and over WebChannel for watches, as Google's SDK for browsers.
//
// A tree has places, Firestore collections, documents and fields: the `DocumentLayout` locates one
// in the other. A selection becomes a `CollectionQuery`, which asks Firestore in its own orders and
// knows when the answer isn't sufficient; a batch becomes a `Commit`, with one `DocumentWrite` for
// each document. `DocumentRequests.swift` makes the requests and parses the answers,
// `FirestoreJSON.swift` has the form of values and names, `FirestoreClient` sends calls, and a
// `FirestoreStatus` is the reason for a refusal.
//
// All watches share one session, in the folder `Watching`. A watch has a `ListenTarget`; watches of
// the same target share it. A `ListenMessage` of the server changes the documents of `Targets`,
// which become a new state together, at the time that the server names: only then, the `WatchTable`
// returns the watches to wake. The `WatchHub` holds that value under a lock, and executes what it
// returns. A `SessionRun` opens one session after the other: the protocol is the
// `WebChannelSession`, a value, and its bytes are in `WebChannelFormat.swift`.

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
    /// Firestore supports transactions of any number of documents.
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

/// A user's credential: a Firebase ID token or an OAuth2 access token.
public typealias FirebaseToken = DatabaseTransport.FirebaseToken

// MARK: - Reading

extension FirestoreEngine {
    /// Reads a collection's documents, a document's own fields, or a field.
    ///
    /// A document and a field cost one read. A selection of a collection's documents costs as many
    /// reads as documents are selected, or as the collection has, if Firestore can't find them
    /// otherwise.
    public func read(
        _ place: TreePlace, _ selection: TreeSelection
    ) async throws -> VersionedValue {
        let location = try layout.locate(place)
        switch location {
        case .root: throw layout.rootError
        case .collection(let collection):
            let query = try CollectionQuery(selection, of: collection, layout)
            let found = try await documents(query, at: place)
            let value = TreeValue(
                TreeChildren(found.compactMap { found in found.value.map { (found.key, $0) } }))
            return VersionedValue(value, version: .value(value))
        case .document, .field:
            var read = try await document(at: location, place)
            if selection != .all { read.value = selection.select(from: read.value) }
            return read
        }
    }

    /// Returns the keys of the selected documents without reading their fields; of a document or a
    /// field after reading it.
    ///
    /// Documents without fields are among the keys.
    public func keys(
        of place: TreePlace, _ selection: TreeSelection
    ) async throws -> PlaceKeys {
        guard case .collection(let collection) = try layout.locate(place) else {
            return PlaceKeys(try await read(place, .all).value, selection)
        }
        let query = try CollectionQuery(selection, of: collection, layout, isOfKeys: true)
        let keys = try await documents(query, at: place).map(\.key)
        return keys.isEmpty ? .nothing : .children(keys)
    }

    /// Counts all documents of a collection for one read in 1,000 documents; selected ones by their
    /// keys.
    public func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int {
        guard selection == .all, case .collection(let collection) = try layout.locate(place) else {
            return try await keys(of: place, selection).count
        }
        let query = StructuredQuery(collection: collection)
        return try await requests.read { try await count(of: query, at: place).count }
    }

    /// Returns whether a place has a value, for one read.
    public func exists(_ place: TreePlace) async throws -> Bool {
        let location = try layout.locate(place)
        switch location {
        case .root: throw layout.rootError
        case .collection(let collection):
            var query = StructuredQuery(collection: collection)
            query.limit = 1
            query.fields = [FieldPath.name]
            return try await requests.read { [query] in
                try await !run(query, at: place).isEmpty
            }
        case .document, .field: return try await document(at: location, place).value != nil
        }
    }

    // MARK: - Documents

    private func document(
        at location: DocumentLocation, _ place: TreePlace
    ) async throws -> VersionedValue {
        let documents = try await requests.read {
            try await self.documents(of: [location], at: place)
        }
        let document = location.document.flatMap { documents[$0] } ?? ReadDocument()
        return document.versioned(at: location.field)
    }

    /// Returns the selected documents of a collection, in order.
    private func documents(
        _ query: CollectionQuery, at place: TreePlace
    ) async throws -> [FoundDocument] {
        try await requests.read { () -> [FoundDocument] in
            let found = try await answer(query, at: place)
            if query.isComplete(found) { return query.select(from: found) }
            return query.select(from: try await run(query.everything, at: place))
        }
    }

    private func answer(
        _ collection: CollectionQuery, at place: TreePlace
    ) async throws -> [FoundDocument] {
        var query = collection.query
        guard collection.isFromEnd, let limit = query.limit else {
            return try await run(query, at: place)
        }
        // One state for both requests.
        query.limit = nil
        let all = try await count(of: query, at: place)
        query.limit = limit
        query.offset = max(0, all.count - limit)
        return try await run(query, at: place, readTime: all.readTime)
    }
}

// MARK: - Writing

extension FirestoreEngine {
    /// The number of times that a write is tried again because a document has changed meanwhile.
    private static let maximumTries = 100

    /// Makes all edits in one commit, atomically across documents and collections.
    ///
    /// Edits that only remove fields don't make a missing document.
    public func write(_ edits: [TreeEdit]) async throws {
        let commit = Commit(writes: try DocumentWrite.writes(of: edits, layout))
        if commit.isEmpty { return }
        try await requests.write(at: edits.map(\.place)) { [self] in
            var commit = commit
            for count in 0..<Self.maximumTries {
                if count > 3 {
                    try await client.settings.wait(.contention, afterFailures: count)
                }
                if try await send(commit, at: edits.first?.place) { return }
                commit = try await withoutMissing(commit)
                if commit.isEmpty { return }
            }
            throw TreeDatabaseError(
                .conflict, at: edits.first?.place,
                "other clients have made and removed the document again and again")
        }
    }

    /// Makes all edits in one commit, if the documents and fields still have these versions.
    public func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        let writes = try DocumentWrite.writes(of: edits, layout)
        let conditions = try versions.map { try PlaceCondition($0, layout) }
        let places = edits.map(\.place) + versions.map(\.place)
        if places.isEmpty { return .written }
        return try await requests.write(at: places) { [self] in
            try await write(writes, conditions, at: places[0])
        }
    }

    private func write(
        _ writes: [DocumentWrite], _ conditions: [PlaceCondition], at place: TreePlace
    ) async throws -> ConditionalWriteResult {
        // The versions of documents are their times, so nothing has to be read first.
        if !conditions.isEmpty, let commit = Commit(writes, conditions) {
            if try await send(commit, at: place) { return .written }
        }
        for count in 0..<Self.maximumTries {
            if count > 3 { try await client.settings.wait(.contention, afterFailures: count) }
            let documents = try await self.documents(
                of: conditions.map(\.location)
                    + writes.filter(\.onlyRemoves).map { .document($0.document) }, at: place)
            let current = conditions.map { condition in
                (documents[condition.document] ?? ReadDocument())
                    .versioned(at: condition.location.field)
            }
            guard zip(conditions, current).allSatisfy({ $0.isMet(by: $1) }) else {
                return .changed(current)
            }
            if try await send(Commit(writes, conditions, documents), at: place) {
                return .written
            }
        }
        throw TreeDatabaseError(
            .conflict, at: place,
            "other clients have changed the document \(Self.maximumTries) times in a row")
    }

    /// Sends a commit. Returns whether its conditions were met.
    private func send(_ commit: Commit, at place: TreePlace?) async throws -> Bool {
        if commit.isEmpty { return true }
        var call = FirestoreCall(
            method: .commit, body: commit.json(client.root, layout), errorPlace: place)
        guard call.body.count <= DocumentLimits.requestSize else {
            throw TreeDatabaseError(
                .tooLarge, at: place,
                "Firestore takes \(DocumentLimits.requestSize) bytes in one batch; this one has "
                    + "\(call.body.count): write it in parts")
        }
        call.hasCondition = commit.hasConditions
        if commit.isHarmful {
            call.repetition = .harmful
        } else if !commit.conditions.isEmpty {
            call.repetition = .conditional
        }
        let response = try await client.response(to: call)
        guard 200..<300 ~= response.head.status else { return false }
        if let time = CommitAnswer(response.body)?.time { hub.wrote(at: time) }
        return true
    }

    /// Returns a commit without removals from documents that are missing.
    private func withoutMissing(_ commit: Commit) async throws -> Commit {
        let removals = commit.writes.filter(\.onlyRemoves).map(\.document)
        let existing = try await existing(removals)
        var commit = commit
        commit.writes.removeAll { $0.onlyRemoves && !existing.contains($0.document) }
        return commit
    }
}

// MARK: - Watching

/// Watches share one session with the server, whatever their number, and end it 60 seconds after the
/// last of them.
///
/// Watches of a document, of its fields and of their parts are one target for the server: each change
/// of the document costs one read, however many they are. Watches of the same selection of a
/// collection are one target, too. What can't be selected by the server is watched as the whole
/// collection, as ``read(_:_:)`` reads it.
extension FirestoreEngine: WatchSource {
    public func startWatch(_ signal: WatchSignal) throws {
        hub.add(signal, to: try ListenTarget(signal.place, signal.selection, layout))
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
}
