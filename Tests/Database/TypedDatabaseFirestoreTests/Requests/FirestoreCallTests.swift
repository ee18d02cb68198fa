import DatabaseTransport
import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

@Suite struct FirestoreCallTests {
    private let read = FirestoreCall(method: .runQuery, body: [], errorPlace: ["all"])
    private let write = FirestoreCall(method: .commit, body: [], errorPlace: ["all", "a"])
    private var increment: FirestoreCall { call { $0.repetition = .harmful } }
    private var conditional: FirestoreCall {
        call {
            $0.repetition = .conditional
            $0.hasCondition = true
        }
    }

    private func call(_ change: (inout FirestoreCall) -> Void) -> FirestoreCall {
        var call = write
        change(&call)
        return call
    }

    @Test(
        arguments: [
            (403, "PERMISSION_DENIED", "No matching allow statements", .permissionDenied),
            (401, "UNAUTHENTICATED", "Request had invalid credentials.", .unauthenticated),
            (400, "INVALID_ARGUMENT", "invalid jwt", .unauthenticated),
            (400, "INVALID_ARGUMENT", "Invalid property path", .badRequest),
            (
                404, "NOT_FOUND", "The database (default) does not exist for project p",
                .noSuchDatabase
            ),
            (
                429, "RESOURCE_EXHAUSTED", "gRPC message exceeds maximum size 4194304: 9000710",
                .tooLarge
            ),
            (400, "FAILED_PRECONDITION", "The query requires an index.", .indexMissing),
            (400, "OUT_OF_RANGE", "x", .badRequest),
        ] as [(Int, String, String, TreeDatabaseError.Kind)])
    func errorsHaveTheServersWords(
        code: Int, status: String, message: String, kind: TreeDatabaseError.Kind
    ) {
        for json in [
            #"{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)"}}"#,
            #"[{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)"}}]"#,
        ] {
            var state = CallState(read, canRenewToken: false)
            guard case .fail(let error) = state.next(answer(code, json)) else {
                Issue.record("no error")
                continue
            }
            #expect(error.kind == kind)
            #expect(error.place == ["all"])
            #expect(error.message.hasPrefix(message))
        }
    }

    @Test func whatIsSafeIsTriedAgain() {
        let busy = answer(503, #"{"error":{"message":"busy","status":"UNAVAILABLE"}}"#)
        let aborted = answer(409, #"{"error":{"message":"contention","status":"ABORTED"}}"#)
        let quota = answer(429, #"{"error":{"message":"quota","status":"RESOURCE_EXHAUSTED"}}"#)
        let ok = answer(200, "{}")
        for call in [read, write] {
            for outcome in [busy, aborted, quota] {
                #expect(
                    decisions(call, [outcome, outcome, ok]) == ["retry", "retry", "finish 200"])
            }
        }
        // Nothing was done, so an increment can be tried again, too.
        #expect(decisions(increment, [aborted, quota, ok]) == ["retry", "retry", "finish 200"])
        #expect(decisions(increment, [busy]) == ["outcomeUnknown"])
        #expect(
            decisions(read, [answer(502, "<html>bad gateway"), ok]) == ["retry", "finish 200"])
        #expect(decisions(read, [answer(404, "Not Found")]) == ["badRequest"])
    }

    @Test func unmetConditionsAreNoErrors() {
        for (code, status) in [
            (400, "FAILED_PRECONDITION"), (404, "NOT_FOUND"), (409, "ALREADY_EXISTS"),
        ] {
            let unmet = answer(code, #"{"error":{"message":"x","status":"\#(status)"}}"#)
            let busy = answer(500, "")
            #expect(decisions(conditional, [unmet]) == ["finish \(code)"])
            // The first try may have changed it.
            #expect(decisions(conditional, [busy, unmet]) == ["retry", "outcomeUnknown"])
        }
    }

    @Test func aTokenIsRenewedOnce() {
        let expired = answer(401, #"{"error":{"message":"expired","status":"UNAUTHENTICATED"}}"#)
        #expect(decisions(read, [expired, answer(200, "[]")]) == ["renew", "finish 200"])
        #expect(decisions(read, [expired, expired]) == ["renew", "unauthenticated"])
    }

    @Test func numbersOfStatusesHaveNames() {
        #expect(FirestoreStatus(code: 7, message: "").name == "PERMISSION_DENIED")
        #expect(FirestoreStatus(code: 16, message: "").kind == .unauthenticated)
        #expect(FirestoreStatus(code: 99, message: "").name == "UNKNOWN")
    }

    @Test(
        arguments: [
            "", "example.com", "example.com:8080", "http://127.0.0.1:8080", "127.0.0.1",
            "127.0.0.1:8080/x", "127.0.0.1@example.com:80",
        ])
    func onlyThisMachineHasAnEmulator(host: String) {
        #expect(throws: TreeDatabaseError.self) { try FirestoreAddress(emulator: host) }
    }

    @Test func anEmulatorIsFoundByHostAndPort() throws {
        #expect(try FirestoreAddress(emulator: "localhost:8080").origin == "http://localhost:8080")
        #expect(FirestoreAddress.service.origin == "https://firestore.googleapis.com")
    }

    @Test(arguments: ["", "a/b", "a b", "../x", "a?b", "ä"])
    func namesOfProjectsCannotLeadElsewhere(name: String) {
        #expect(throws: TreeDatabaseError.self) {
            try FirestoreEngine(project: name, layout: .shapes, emulator: "127.0.0.1:1")
        }
        #expect(throws: TreeDatabaseError.self) {
            try FirestoreEngine(
                project: "p", database: name, layout: .shapes, emulator: "127.0.0.1:1")
        }
    }

    @Test func anEngineShowsNoToken() throws {
        let engine = try FirestoreEngine(
            project: "p", layout: .shapes, emulator: "127.0.0.1:1", token: { .idToken("secret") })
        #expect("\(engine)" == "FirestoreEngine(http://127.0.0.1:1/projects/p/databases/(default))")
        var dumped = ""
        dump(engine, to: &dumped)
        #expect(!dumped.contains("secret"))
        let credentials = FirestoreCredentials(
            token: .idToken("secret"), appCheck: .idToken("other+"))
        #expect(credentials.redacted("a secret, other+ and other%2B") == "a …, … and …")
    }

    // MARK: - Outcomes

    private func answer(_ status: Int, _ body: String) -> CallState.Outcome {
        .response(HTTPResponse(head: HTTPHead(status: status), body: Array(body.utf8)))
    }

    private func decisions(
        _ call: FirestoreCall, _ outcomes: [CallState.Outcome]
    ) -> [String] {
        var state = CallState(call, canRenewToken: true)
        return outcomes.map { outcome in
            switch state.next(outcome) {
            case .finish(let response): "finish \(response.head.status)"
            case .fail(let error): "\(error.kind)"
            case .retry: "retry"
            case .renewToken: "renew"
            case .redirect(let location): "redirect \(location)"
            }
        }
    }
}
