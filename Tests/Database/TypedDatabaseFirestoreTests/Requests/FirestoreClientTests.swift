import DatabaseTransport
import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

/// Requests of the engine, answered by a script.
@Suite struct FirestoreClientTests {
    private func engine(
        _ transport: RecordingTransport,
        token: (@Sendable () async throws -> FirebaseToken)? = nil,
        appCheck: (@Sendable () async throws -> String)? = nil
    ) throws -> FirestoreEngine {
        try FirestoreEngine(
            .service, project: "p", layout: .shapes, token: token, appCheck: appCheck,
            transport: transport, settings: .fast)
    }

    private static let lost = RecordingTransport.Answer.failure(
        HTTPFailure(reason: .broken, mayHaveBeenSent: true, message: "lost"))
    private static let unauthenticated = RecordingTransport.Answer.response(
        401, #"{"error":{"message":"expired secret 1","status":"UNAUTHENTICATED"}}"#)

    @Test func tokensAreInHeaders() async throws {
        let transport = RecordingTransport { _, _ in .response(200, "[]") }
        let engine = try engine(
            transport, token: { .idToken("user") }, appCheck: { "app" })
        _ = try await engine.read(["all", "a"], .all)
        let request = try #require(transport.requests.first)
        #expect(
            request.url
                == "https://firestore.googleapis.com/v1/projects/p/databases/(default)/documents:batchGet"
        )
        #expect(request.headers["Authorization"] == "Bearer user")
        #expect(request.headers["X-Firebase-AppCheck"] == "app")
        #expect(
            request.headers["google-cloud-resource-prefix"] == "projects/p/databases/(default)")
        #expect(request.method == .post)
    }

    @Test func refusedTokensAreRenewedOnce() async throws {
        let calls = Locked(0)
        let transport = RecordingTransport { request, _ in
            request.headers["Authorization"] == "Bearer secret2"
                ? .response(200, "[]") : Self.unauthenticated
        }
        let engine = try engine(transport) {
            let count = calls.withLock { calls in
                calls += 1
                return calls
            }
            return .idToken("secret\(count)")
        }
        _ = try await engine.read(["all"], .all)
        _ = try await engine.read(["all"], .all)
        #expect(calls.withLock { $0 } == 2)
        #expect(transport.requests.count == 3)
    }

    @Test func errorsHaveNoToken() async throws {
        let transport = RecordingTransport { _, _ in
            .response(
                403, #"{"error":{"message":"no secret+ for you","status":"PERMISSION_DENIED"}}"#)
        }
        let engine = try engine(transport, token: { .idToken("secret+") })
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await engine.set(1, at: ["all", "a", "x"])
        }
        #expect(error?.kind == .permissionDenied)
        #expect(error?.message.contains("secret") == false)
    }

    @Test func lostWritesAreSentAgainUnlessTheyAdd() async throws {
        let transport = RecordingTransport { _, number in
            number == 1 ? Self.lost : .response(200, #"{"writeResults":[{}]}"#)
        }
        try await engine(transport).set(1, at: ["all", "a", "x"])
        #expect(transport.takeMethods() == ["commit", "commit"])
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await engine(transport)
                .write([
                    TreeEdit(["all", "a", "x"], .increment(1)),
                    TreeEdit(["all", "b", "x"], .set(PendingValue(1))),
                ])
        }
        #expect(error?.kind == .outcomeUnknown)
        #expect(transport.takeMethods() == ["commit"])
    }

    @Test func aLostReplacementMayBeItsOwnRival() async throws {
        let transport = RecordingTransport { _, number in
            number == 1
                ? Self.lost
                : .response(400, #"{"error":{"message":"x","status":"FAILED_PRECONDITION"}}"#)
        }
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await engine(transport).replace(
                ["all", "a"], with: PendingValue(["x": 1]), ifVersionIs: .tag("T"))
        }
        #expect(error?.kind == .outcomeUnknown)
    }

    @Test(
        arguments: [
            "", "{}", "null", "[1]", #"[{"document":{"fields":[]}}]"#, "[{\"document\":", "[[[",
            #"[{"document":{"name":"n","fields":{"a":{"integerValue":"x"}}}}]"#,
            #"[{"readTime":"T"},{"error":{"message":"in the middle","status":"INTERNAL"}}]"#,
        ])
    func unreadableAnswersAreErrors(body: String) async throws {
        let transport = RecordingTransport { _, _ in .response(200, body) }
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await engine(transport).read(["all"], .all)
        }
        #expect(error?.kind == .unavailable)
        #expect(error?.place == ["all"])
    }

    @Test func deepAnswersAreRead() async throws {
        let value = (0..<20).reduce(#"{"integerValue":"1"}"#) { value, _ in
            #"{"mapValue":{"fields":{"x":\#(value)}}}"#
        }
        let name = "projects/p/databases/(default)/documents/all/a"
        let transport = RecordingTransport { _, _ in
            .response(
                200, #"[{"found":{"name":"\#(name)","fields":{"x":\#(value)},"updateTime":"T"}}]"#)
        }
        let place = TreePlace(["all", "a"] + (0..<20).map { _ in "x" })
        #expect(try await engine(transport).value(at: place) == ["x": 1])
        let endless = String(repeating: #"{"mapValue":{"fields":{"x":"#, count: 100_000)
        let hostile = RecordingTransport { _, _ in
            .response(200, #"[{"found":{"name":"\#(name)","fields":{"x":\#(endless)"#)
        }
        await #expect(throws: TreeDatabaseError.self) {
            try await engine(hostile).read(["all", "a"], .all)
        }
    }

    @Test func redirectionsAreNotFollowed() async throws {
        let transport = RecordingTransport { _, _ in .response(307, "") }
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await engine(transport, token: { .idToken("secret") }).read(["all"], .all)
        }
        #expect(error?.kind == .unavailable)
        #expect(transport.requests.count == 1)
    }
}
