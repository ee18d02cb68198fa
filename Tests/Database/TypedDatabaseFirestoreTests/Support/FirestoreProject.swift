import DatabaseTransport
import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

/// A project of the emulator that `FIRESTORE_EMULATOR_HOST` names, which no other test uses.
struct FirestoreProject: Sendable {
    let id: String
    let address: FirestoreAddress

    init() throws {
        id = "test-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
        address = try FirestoreAddress(emulator: FirestoreEngine.emulatorHost ?? "")
    }

    /// Makes an engine, an administrator's by default.
    func engine(
        _ layout: DocumentLayout = .shapes, settings: TransportSettings = TransportSettings(),
        token: FirebaseToken? = .accessToken("owner")
    ) throws -> FirestoreEngine {
        let fetch: (@Sendable () async throws -> FirebaseToken)? = token.map { token in
            { @Sendable in token }
        }
        return try FirestoreEngine(
            address, project: id, layout: layout, token: fetch,
            transport: SystemTransport.make(), settings: settings)
    }

    /// Sends a request as an administrator. Returns the body of the answer.
    @discardableResult
    func send(
        _ path: String, _ body: String, _ method: HTTPMethod = .post
    ) async throws -> String {
        let request = HTTPRequest(
            method: method, url: "\(address.origin)\(path)",
            headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
            body: Array(body.utf8))
        let response = try await SystemTransport.make().send(request, maximumCount: 1 << 24)
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(response.head.status == 200, "\(text)")
        return text
    }

    /// Sends a commit as another client would, with the fields of one document as JSON.
    func set(_ document: String, _ fields: String) async throws {
        let root = DocumentRoot(project: id, database: "(default)").name
        try await send(
            "/v1/\(root):commit",
            #"{"writes":[{"update":{"name":"\#(root)/\#(document)","fields":\#(fields)}}]}"#)
    }

    /// Returns a document's fields as JSON.
    func fields(_ document: String) async throws -> String {
        let root = DocumentRoot(project: id, database: "(default)").name
        return try await send(
            "/v1/\(root):batchGet", #"{"documents":["\#(root)/\#(document)"]}"#)
    }
}

extension DocumentLayout {
    /// Collections for checks, some of them below documents, and times.
    static let shapes = DocumentLayout(
        collections: ["trees", "all", "numbered", "all/<id>/below", "all/<id>/below/<id>/below"],
        times: ["all/<id>/at", "all/<id>/times/<key>"])
}

extension FirestoreEngine {
    func value(at place: TreePlace) async throws -> TreeValue? {
        try await read(place, .all).value
    }

    func set(_ value: TreeValue?, at place: TreePlace) async throws {
        try await write([TreeEdit(place, .set(PendingValue(value)))])
    }
}
