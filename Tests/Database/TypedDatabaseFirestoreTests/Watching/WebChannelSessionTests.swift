import DatabaseTransport
import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

@Suite struct WebChannelSessionTests {
    private func openSession(_ messages: [String] = ["a"]) -> WebChannelSession {
        var session = WebChannelSession(messages)
        _ = session.nextForward()
        session.opened(WebChannelGreeting(sessionID: "S", keepAlive: 30_000), affinity: "G")
        return session
    }

    private func arrays(_ numbers: Int...) -> [WebChannelArray] {
        numbers.map { WebChannelArray(number: $0, content: .unknown) }
    }

    // MARK: - Forward

    @Test func theFirstRequestHasTheFirstMessages() {
        var session = WebChannelSession(["a", "b"])
        #expect(!session.hasForward)
        #expect(session.nextForward() == .init(id: 1, offset: 0, messages: ["a", "b"]))
        session.send("c")
        session.opened(WebChannelGreeting(sessionID: "S"), affinity: nil)
        #expect(session.hasForward)
        #expect(session.nextForward() == .init(id: 2, offset: 2, messages: ["c"]))
    }

    @Test func messagesGoInOrderOneRequestAtATime() {
        var session = openSession()
        #expect(session.nextForward() == nil)
        session.send("b")
        #expect(session.nextForward() == .init(id: 2, offset: 1, messages: ["b"]))
        session.send("c")
        session.send("d")
        #expect(session.forwarded(.taken(hasBackChannel: nil)).step == .proceed)
        #expect(session.nextForward() == .init(id: 3, offset: 2, messages: ["c", "d"]))
        _ = session.forwarded(.taken(hasBackChannel: nil))
        #expect(!session.hasForward)
    }

    @Test func aFailedRequestIsSentAgainAsItWas() {
        var session = openSession()
        session.send("b")
        let request = session.nextForward()
        session.send("c")
        #expect(session.forwarded(.failed).step == .wait(afterFailures: 1))
        #expect(session.nextForward() == request)
        #expect(session.forwarded(.failed).step == .wait(afterFailures: 2))
        _ = session.forwarded(.taken(hasBackChannel: nil))
        #expect(session.nextForward() == .init(id: 3, offset: 2, messages: ["c"]))
        // Only successive failures count.
        #expect(session.forwarded(.failed).step == .wait(afterFailures: 1))
        _ = session.forwarded(.failed)
        #expect(session.forwarded(.failed).step == .end(.lost))
    }

    @Test func aRequestHasALimitedNumberOfMessages() {
        var session = WebChannelSession((0..<250).map { "\($0)" })
        var counts: [Int] = []
        while let request = session.nextForward() {
            #expect(request.offset == counts.reduce(0, +))
            #expect(request.messages.first == "\(request.offset)")
            counts.append(request.messages.count)
            if counts.count == 1 {
                session.opened(WebChannelGreeting(sessionID: "S"), affinity: nil)
            } else {
                _ = session.forwarded(.taken(hasBackChannel: nil))
            }
        }
        #expect(counts == [100, 100, 50])
    }

    @Test func anUnknownSessionIsOver() {
        var session = openSession()
        session.send("b")
        _ = session.nextForward()
        #expect(session.forwarded(.over(.lost)).step == .end(.lost))
    }

    // MARK: - Back

    @Test func aRequestAcknowledgesWhatHasBeenReceived() {
        var session = openSession()
        #expect(session.listen() == .init(acknowledged: 0, endsAfterChunk: false))
        #expect(session.receive(arrays(1, 2)).count == 2)
        #expect(session.acknowledged == 2)
        #expect(session.stoppedListening(.ended) == .proceed)
        #expect(session.listen() == .init(acknowledged: 2, endsAfterChunk: false))
    }

    @Test func arraysThatComeAgainAreIgnored() {
        var session = openSession()
        _ = session.listen()
        #expect(session.receive(arrays(1, 2, 3)).count == 3)
        _ = session.stoppedListening(.failed)
        _ = session.listen()
        #expect(session.receive(arrays(2, 3, 4)).count == 1)
        #expect(session.receive(arrays(0, 4)).isEmpty)
    }

    @Test func aGapEndsTheSession() {
        var session = openSession()
        _ = session.listen()
        #expect(session.receive(arrays(1)).count == 1)
        guard case .stop? = session.receive(arrays(3)).first else {
            Issue.record("no end")
            return
        }
        #expect(session.acknowledged == 1)
    }

    @Test func aSilentServerIsAskedAnew() {
        var session = openSession()
        for _ in 0..<10 {
            _ = session.listen()
            _ = session.receive([WebChannelArray(number: 1, content: .noop)])
            #expect(session.stoppedListening(.silent) == .proceed)
        }
    }

    @Test func withoutASignOfLifeAnswersAreToEnd() {
        var session = openSession()
        _ = session.listen()
        #expect(session.stoppedListening(.silent) == .wait(afterFailures: 1))
        #expect(session.listen() == .init(acknowledged: 0, endsAfterChunk: true))
        #expect(session.receive(arrays(1)).count == 1)
        #expect(session.stoppedListening(.ended) == .proceed)
        #expect(session.listen() == .init(acknowledged: 1, endsAfterChunk: true))
    }

    @Test func anAnswerWithoutContentIsFollowedByAPause() {
        var session = openSession()
        for number in 1...10 {
            _ = session.listen()
            _ = session.receive([WebChannelArray(number: number, content: .noop)])
            #expect(session.stoppedListening(.ended) == .wait(afterFailures: 1))
        }
    }

    @Test(arguments: [WebChannelBack.End.failed, .silent, .ended])
    func severalFailuresEndTheSession(_ end: WebChannelBack.End) {
        var session = openSession()
        for count in 1...2 {
            _ = session.listen()
            #expect(session.stoppedListening(end) == .wait(afterFailures: count))
        }
        _ = session.listen()
        _ = session.receive(arrays(1))
        #expect(session.stoppedListening(.failed) == .wait(afterFailures: 1))
        _ = session.listen()
        #expect(session.stoppedListening(end) == .wait(afterFailures: 2))
        _ = session.listen()
        #expect(session.stoppedListening(end) == .end(.lost))
    }

    @Test func aRefusalEndsTheSession() {
        var session = openSession()
        _ = session.listen()
        let end = StreamState.End.refused(TreeDatabaseError(.permissionDenied, "no"))
        #expect(session.stoppedListening(.over(end)) == .end(end))
    }

    @Test func aBackChannelThatTheServerHasLostIsReplaced() {
        var session = openSession()
        func forward(hasBackChannel: Bool?) -> Bool {
            session.forwarded(.taken(hasBackChannel: hasBackChannel)).isBackChannelLost
        }
        _ = session.listen()
        session.send("b")
        _ = session.nextForward()
        session.answerBegan()
        // The requests may have overtaken each other.
        #expect(!forward(hasBackChannel: false))

        session.send("c")
        _ = session.nextForward()
        #expect(!forward(hasBackChannel: true))
        session.send("d")
        _ = session.nextForward()
        #expect(!forward(hasBackChannel: nil))
        session.send("e")
        _ = session.nextForward()
        #expect(forward(hasBackChannel: false))

        session.send("f")
        _ = session.nextForward()
        _ = session.stoppedListening(.ended)
        _ = session.listen()
        session.answerBegan()
        #expect(!forward(hasBackChannel: false))
    }

    // MARK: - Addresses

    private let address = WebChannelAddress(
        origin: "http://127.0.0.1:8080", root: DocumentRoot(project: "demo", database: "(default)"))

    private let start =
        "http://127.0.0.1:8080/google.firestore.v1.Firestore/Listen/channel?VER=8"
        + "&database=projects%2Fdemo%2Fdatabases%2F%28default%29"

    @Test func theOpeningRequestAsksForAffinityAndHasTheHeaders() {
        let parts = address.open(
            .init(id: 1, offset: 0, messages: ["{\"a\":\"é&\"}", "b"]),
            headers: ["X-Firebase-AppCheck": "y", "Authorization": "Bearer x"])
        #expect(parts.url == start + "&CVER=22&X-HTTP-Session-Id=gsessionid&RID=1")
        #expect(
            parts.body
                == "headers=Authorization%3ABearer%20x%0D%0AX-Firebase-AppCheck%3Ay%0D%0A"
                + "&count=2&ofs=0&req0___data__=%7B%22a%22%3A%22%C3%A9%26%22%7D&req1___data__=b")
    }

    @Test func laterRequestsHaveTheSessionAndTheAffinity() {
        var session = openSession()
        session.send("b")
        let forward = session.nextForward()
        let session2 = "&gsessionid=G&SID=S"
        #expect(
            forward.map { address.forward($0, of: session) }
                == .init(
                    url: start + session2 + "&RID=2&AID=0", body: "count=1&ofs=1&req0___data__=b"))
        _ = session.listen()
        _ = session.receive(arrays(1))
        #expect(
            address.listen(session.listen(), of: session).url
                == start + session2 + "&RID=rpc&AID=1&CI=0&TYPE=xmlhttp")
        #expect(
            address.terminate(session)?.url == start + session2 + "&RID=3&TYPE=terminate")
        #expect(address.terminate(WebChannelSession([])) == nil)
    }
}
