// The Realtime Database over its REST protocol.
//
// The engine turns a read, a write or a conditional write into a `FirebaseCall`, and the answer
// into values and versions. `FirebaseClient` sends calls to the URLs of a `FirebaseAddress` and
// follows redirections there, with a `RemoteQuery` for a selection, and a `ServerAnswer` for a
// refusal.
//
// Watches go to the `StreamHub`, which runs a stream for each place and selection that no other
// stream covers. A `StreamReader` reconnects, and turns bytes into `ServerSentEvents` and these
// into a `StreamEvent`. The `StreamTable`, a value, applies it to the state of its stream, and
// returns the watches to wake. The engine reports its own writes there as well: a write's answer
// and its event come over different connections, in either order, and a watch that begins after a
// write has returned must not begin with a state from before.

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
    /// The service supports transactions of a single place. Those of one engine don't compete with
    /// each other.
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

/// A user's credential: a Firebase ID token or an OAuth2 access token.
public typealias FirebaseToken = DatabaseTransport.FirebaseToken

// MARK: - Reading

extension FirebaseEngine {
    public func read(
        _ place: TreePlace, _ selection: TreeSelection
    ) async throws -> VersionedValue {
        let query = RemoteQuery(selection)
        var call = FirebaseCall(method: .get, place: place, parameters: query.parameters)
        call.order = selection.order
        if selection == .all { call.headers = ["X-Firebase-ETag": "true"] }
        let response = try await response(to: call)
        let value = try value(response, at: place)
        let version = response.head.etag.map(TreeVersion.tag) ?? .value(value)
        return VersionedValue(selection.select(from: value), version: version)
    }

    /// Reads no values if all keys are selected, or those between two keys. The service doesn't
    /// promise that for other selections, so their values are read as well.
    public func keys(
        of place: TreePlace, _ selection: TreeSelection
    ) async throws -> PlaceKeys {
        guard selection.order == .key, selection.limit == nil else {
            return PlaceKeys(try await read(place, selection).value, selection)
        }
        let call = FirebaseCall(method: .get, place: place, parameters: [("shallow", "true")])
        return PlaceKeys(try value(try await response(to: call), at: place), selection)
    }

    func response(to call: FirebaseCall) async throws -> HTTPResponse {
        try await requests.read { try await client.response(to: call) }
    }

    func value(_ response: HTTPResponse, at place: TreePlace) throws -> TreeValue? {
        do {
            return try JSONReader.value(response.body)
        } catch {
            throw TreeDatabaseError(
                .unavailable, at: place, "the server's answer can't be read: \(error)")
        }
    }
}

// MARK: - Writing

extension FirebaseEngine {
    public func write(_ edits: [TreeEdit]) async throws {
        guard let first = edits.first else { return }
        var call = edits.count == 1 ? single(first) : patch(edits)
        let needsAnswer = !edits.allSatisfy(\.isPlain)
        if !needsAnswer { call.parameters = [("print", "silent")] }
        _ = try await requests.write(at: edits.map(\.place)) { [client, hub, call] in
            let response = try await client.response(to: call)
            let computed = needsAnswer ? try? WrittenValues(response, of: call) : nil
            // Here, since no later write to these places has begun yet.
            hub.wrote(edits.map { ($0.place, computed?[$0] ?? $0.written) })
            return response
        }
    }

    private func single(_ edit: TreeEdit) -> FirebaseCall {
        var call = FirebaseCall(method: .put, place: edit.place)
        if case .increment = edit.operation { call.repetition = .harmful }
        var writer = JSONWriter()
        writer.write(edit.operation)
        call.body = writer.bytes
        return call
    }

    /// Returns a call that makes all edits in one atomic request.
    private func patch(_ edits: [TreeEdit]) -> FirebaseCall {
        let place = TreePlace.commonAncestor(of: edits.map(\.place))
        var call = FirebaseCall(method: .patch, place: place)
        if edits.contains(where: \.isIncrement) { call.repetition = .harmful }
        var writer = JSONWriter()
        let members = edits.map { ($0.place.relative(to: place).description, $0.operation) }
        writer.writeObject(members, key: \.0) { member, writer in writer.write(member.1) }
        call.body = writer.bytes
        return call
    }

    /// Sets the one place whose version is given. The service has no other conditional requests.
    public func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        guard let edit = edits.first, case .set(let value) = edit.operation, edits.count == 1,
            versions.map(\.place) == [edit.place]
        else {
            throw TreeDatabaseError(
                .unsupported, at: edits.first?.place,
                "the service can't write several places on a condition; use a transaction of one "
                    + "place that contains all of them, or a batch with increments")
        }
        switch versions[0].version {
        case .tag(let tag):
            return try await replace(edit.place, with: value, ifTagIs: tag)
        case .value(let expected):
            let current = try await read(edit.place, .all)
            guard current.value == expected, case .tag(let tag) = current.version else {
                return .changed([current])
            }
            return try await replace(edit.place, with: value, ifTagIs: tag)
        }
    }

    private func replace(
        _ place: TreePlace, with value: PendingValue, ifTagIs tag: String
    ) async throws -> ConditionalWriteResult {
        // `nil` is written as null, not as DELETE, since only a request with a body shows that it
        // was re-sent.
        var call = FirebaseCall(method: .put, place: place)
        call.headers = ["X-Firebase-ETag": "true", "if-match": tag]
        call.repetition = .conditional
        var writer = JSONWriter()
        writer.write(value)
        call.body = writer.bytes
        let response = try await requests.write(at: [place]) { [client, hub, call] in
            let response = try await client.response(to: call)
            if response.head.status != 412 {
                let edit = TreeEdit(place, .set(value))
                let computed = edit.isPlain ? nil : try? WrittenValues(response, of: call)
                hub.wrote([(place, computed?[edit] ?? edit.written)])
            }
            return response
        }
        guard response.head.status == 412 else { return .written }
        let current = try self.value(response, at: place)
        let newTag = response.head.etag.map(TreeVersion.tag)
        return .changed([VersionedValue(current, version: newTag ?? .value(current))])
    }
}

extension TreeEdit {
    fileprivate var isIncrement: Bool {
        if case .increment = operation { true } else { false }
    }

    /// Whether the value is known before the server's answer: no increment, no server time.
    fileprivate var isPlain: Bool {
        if case .set(let value) = operation { value.serverTimes.isEmpty } else { false }
    }

    /// The value that the edit leaves, without the server's answer.
    fileprivate var written: WrittenValue {
        if case .set(let value) = operation, isPlain { .known(value.value) } else { .unknown }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ operation: TreeEdit.Operation) {
        switch operation {
        case .set(let value): write(value)
        case .increment(let delta): writeIncrement(by: delta)
        }
    }
}

/// The values that the server has computed, from its answer to a write.
private struct WrittenValues {
    private let place: TreePlace
    private var values: [TreePlace: TreeValue?] = [:]

    init(_ response: HTTPResponse, of call: FirebaseCall) throws(JSONError) {
        place = call.place
        if call.method == .put {
            values[.root] = try JSONReader.value(response.body)
            return
        }
        let members = try JSONReader.read(response.body) { reader throws(JSONError) in
            var members: [TreePlace: TreeValue?] = [:]
            try reader.members { path, reader throws(JSONError) in
                members[TreePlace(slashSeparated: path)] = try reader.value()
            }
            return members
        }
        values = members
    }

    subscript(edit: TreeEdit) -> WrittenValue? {
        guard !edit.isPlain, let value = values[edit.place.relative(to: place)] else { return nil }
        return .known(value)
    }
}

// MARK: - Server values

extension JSONWriter {
    /// Writes a value, with Firebase's placeholders for the server's times, which the server
    /// replaces.
    mutating func write(_ pending: PendingValue) {
        write(pending.value, times: pending.serverTimes.map { $0.keys[...] })
    }

    /// Writes Firebase's request to add a number to the current one.
    mutating func writeIncrement(by delta: TreeValue) {
        write(raw: #"{".sv":{"increment":"#)
        write(delta)
        write(raw: "}}")
    }

    private mutating func write(_ value: TreeValue?, times: [ArraySlice<TreeKey>]) {
        if times.isEmpty { return write(value) }
        if times.contains(where: \.isEmpty) { return write(raw: #"{".sv":"timestamp"}"#) }
        let children = value?.children ?? TreeChildren()
        let timesByKey = Dictionary(grouping: times) { $0[$0.startIndex] }
        let others = timesByKey.keys.filter { children[$0] == nil }
        writeObject(children.map(\.key) + others, key: \.text) { key, writer in
            let times = timesByKey[key, default: []]
            writer.write(children[key], times: times.map { $0.dropFirst() })
        }
    }
}
