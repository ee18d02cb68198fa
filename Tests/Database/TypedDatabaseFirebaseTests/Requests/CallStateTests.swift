import DatabaseTransport
import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

@Suite struct CallStateTests {
    private let read = FirebaseCall(method: .get, place: ["a"])
    private let write = FirebaseCall(method: .put, place: ["a"])
    private let replacement = FirebaseCall(method: .put, place: ["a"], repetition: .conditional)
    private let increment = FirebaseCall(method: .put, place: ["a"], repetition: .harmful)

    @Test func idempotentCallsAreTriedFiveTimes() {
        for call in [read, write, replacement] {
            #expect(
                decisions(call, unreachable * 5) == [
                    "retry", "retry", "retry", "retry", "unavailable",
                ])
            #expect(decisions(call, [unreachable, status(200)]) == ["retry", "finish 200"])
        }
        #expect(decisions(increment, [unreachable, status(200)]) == ["retry", "finish 200"])
        #expect(decisions(increment, [status(429), status(200)]) == ["retry", "finish 200"])
        #expect(decisions(read, lost * 5).last == "unavailable")
        #expect(decisions(read, [status(503), status(500), status(200)]).last == "finish 200")
        #expect(decisions(read, [status(408), status(200)]).last == "finish 200")
    }

    @Test func aTimeoutCountsTwice() {
        let late = CallState.Outcome.failure(
            HTTPFailure(reason: .timedOut, mayHaveBeenSent: true, message: "late"))
        #expect(decisions(read, late * 3) == ["retry", "retry", "unavailable"])
        #expect(decisions(write, late * 3) == ["retry", "retry", "outcomeUnknown"])
        #expect(decisions(increment, [late]) == ["outcomeUnknown"])
    }

    @Test func aWriteWhoseAnswerIsLostForGoodHasAnUnknownOutcome() {
        #expect(decisions(write, lost * 5).last == "outcomeUnknown")
        #expect(decisions(write, [lost] + unreachable * 4).last == "outcomeUnknown")
        #expect(decisions(write, status(503) * 5).last == "outcomeUnknown")
        #expect(decisions(write, [lost, untrusted]).last == "outcomeUnknown")
        #expect(decisions(write, [untrusted]).last == "unavailable")
        #expect(decisions(increment, [tooLarge]).last == "outcomeUnknown")
        #expect(decisions(read, [tooLarge]).last == "tooLarge")
    }

    @Test func anIncrementIsNeverSentTwice() {
        #expect(decisions(increment, [lost]) == ["outcomeUnknown"])
        #expect(decisions(increment, [status(500)]) == ["outcomeUnknown"])
        #expect(decisions(increment, [status(503)]) == ["outcomeUnknown"])
        #expect(decisions(increment, [status(408)]) == ["outcomeUnknown"])
    }

    @Test func aReplacementMayHaveBeenItsOwnRival() {
        #expect(decisions(replacement, [status(412)]) == ["finish 412"])
        #expect(decisions(replacement, [unreachable, status(412)]) == ["retry", "finish 412"])
        #expect(decisions(replacement, [lost, status(412)]) == ["retry", "outcomeUnknown"])
        #expect(decisions(replacement, [lost, status(200)]) == ["retry", "finish 200"])
        #expect(decisions(write, [status(412)]) == ["conflict"])
    }

    @Test func aTokenIsRenewedOnce() {
        let expired = status(401, #"{"error":"Auth token is expired"}"#)
        let denied = status(401, #"{"error":"Permission denied"}"#)
        #expect(decisions(read, [expired, status(200)]) == ["renew", "finish 200"])
        #expect(decisions(read, [expired, expired]) == ["renew", "unauthenticated"])
        #expect(decisions(read, [denied]) == ["permissionDenied"])
        #expect(decisions(read, [expired], canRenewToken: false) == ["unauthenticated"])
    }

    @Test func redirectionsAreFollowedFiveTimes() {
        let redirection = status(307, location: "/x")
        #expect(
            decisions(increment, redirection * 6) == [
                "redirect /x", "redirect /x", "redirect /x", "redirect /x", "redirect /x",
                "unavailable",
            ])
        #expect(decisions(read, [status(302, location: "/x")]) == ["unavailable"])
    }

    @Test(
        arguments: [
            (
                400, #"{"error":"Invalid data; couldn't parse JSON object."}"#, .badRequest,
                "Invalid data; couldn't parse JSON object."
            ),
            (
                400, #"{"error":"Data to write exceeds the maximum size"}"#, .tooLarge,
                "Data to write exceeds the maximum size"
            ),
            (
                401, #"{"error":"Permission denied"}"#, .permissionDenied,
                "Permission denied (the rules don't allow this user to read it)"
            ),
            (404, #"{"error":"404 Not Found"}"#, .noSuchDatabase, "404 Not Found"),
            (418, "", .badRequest, "status 418"),
            (200 + 103, "<html>", .unavailable, "status 303: <html>"),
            (
                400,
                #"{"error":"Index not defined, add \".indexOn\": \"height\", for path \"/a\", to the rules"}"#,
                .indexMissing,
                #"Index not defined, add ".indexOn": "height", for path "/a", to the rules "#
                    + #"(in the rules file: { "rules": { "a": { ".indexOn": ["height"] } } })"#
            ),
        ] as [(Int, String, TreeDatabaseError.Kind, String)])
    func errorsHaveTheServersWords(
        code: Int, body: String, kind: TreeDatabaseError.Kind, message: String
    ) {
        var call = read
        call.order = .child(["height"])
        var state = CallState(call, canRenewToken: false)
        guard case .fail(let error) = state.next(status(code, body)) else {
            Issue.record("no error")
            return
        }
        #expect(error == TreeDatabaseError(kind, at: ["a"], message))
    }

    // MARK: - Outcomes

    private var unreachable: CallState.Outcome {
        .failure(HTTPFailure(reason: .unreachable, mayHaveBeenSent: false, message: "unreachable"))
    }

    private var lost: CallState.Outcome {
        .failure(HTTPFailure(reason: .broken, mayHaveBeenSent: true, message: "lost"))
    }

    private var untrusted: CallState.Outcome {
        .failure(HTTPFailure(reason: .untrusted, mayHaveBeenSent: false, message: "untrusted"))
    }

    private var tooLarge: CallState.Outcome {
        .failure(HTTPFailure(reason: .tooLarge, mayHaveBeenSent: true, message: "too large"))
    }

    private func status(
        _ status: Int, _ body: String = "", location: String? = nil
    ) -> CallState.Outcome {
        let head = HTTPHead(status: status, location: location)
        return .response(HTTPResponse(head: head, body: Array(body.utf8)))
    }

    private func decisions(
        _ call: FirebaseCall, _ outcomes: [CallState.Outcome], canRenewToken: Bool = true
    ) -> [String] {
        var state = CallState(call, canRenewToken: canRenewToken)
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

private func * (outcome: CallState.Outcome, count: Int) -> [CallState.Outcome] {
    Array(repeating: outcome, count: count)
}
