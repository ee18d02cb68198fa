import TestSupport
import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite(.serialized) struct StreamTests {
    private func server(
        _ value: TreeValue? = nil,
        _ change: (inout RealtimeDatabaseServer.Options) -> Void = { _ in }
    ) throws -> RealtimeDatabaseServer {
        var options = RealtimeDatabaseServer.Options()
        options.demandsIndexes = false
        change(&options)
        return try RealtimeDatabaseServer(engine: MemoryEngine(value), options: options)
    }

    @Test func eventsAreAsDocumentedByteForByte() async throws {
        let server = try server(["a": 1])
        let stream = try await server.stream("/.json")
        await stream.receive { $0.contains("\"a\":1") }
        _ = try await server.request("PUT", "/c.json", #"{"foo":true,"bar":false}"#)
        _ = try await server.request("PATCH", "/c.json", #"{"foo":3,"baz":4}"#)
        await stream.receive { $0.contains("baz") }
        #expect(
            stream.text.replacing("\r\n", with: "\n") == """
                HTTP/1.1 200 OK
                Content-Type: text/event-stream; charset=utf-8
                Cache-Control: no-cache
                Connection: keep-alive

                event: put
                data: {"path":"/","data":{"a":1}}

                event: put
                data: {"path":"/c","data":{"bar":false,"foo":true}}

                event: patch
                data: {"path":"/c","data":{"foo":3,"baz":4}}


                """)
    }

    /// The event of each write, as a stream at `/a/b` gets it.
    @Test(arguments: [
        ("PUT", "/a/b/c.json", "1", #"event: put | data: {"path":"/c","data":1}"#),
        ("PUT", "/a/b.json", "[1,2]", #"event: put | data: {"path":"/","data":[1,2]}"#),
        (
            "PUT", "/a.json", #"{"b":{"1":"x"}}"#,
            #"event: put | data: {"path":"/","data":[null,"x"]}"#
        ),
        ("PUT", "/a.json", "1", #"event: put | data: {"path":"/","data":null}"#),
        ("DELETE", "/.json", "", #"event: put | data: {"path":"/","data":null}"#),
        ("DELETE", "/a/b/é.json", "", #"event: put | data: {"path":"/é","data":null}"#),
        (
            "PATCH", "/a/b/c.json", #"{"d":1,"e/f":null}"#,
            #"event: patch | data: {"path":"/c","data":{"d":1,"e/f":null}}"#
        ),
        (
            "PATCH", "/.json", #"{"a/b/c":1,"a/b/d":2,"x":3}"#,
            #"event: patch | data: {"path":"/","data":{"c":1,"d":2}}"#
        ),
        ("PATCH", "/a.json", #"{"b":5,"x":3}"#, #"event: put | data: {"path":"/","data":5}"#),
        ("PATCH", "/.json", #"{"a":{"b":6}}"#, #"event: put | data: {"path":"/","data":6}"#),
        ("PUT", "/other.json", "1", nil),
        ("PATCH", "/a.json", #"{"x":3}"#, nil),
    ])
    func aWriteIsAnEvent(method: String, target: String, body: String, event: String?) async throws
    {
        let server = try server()
        let stream = try await server.stream("/a/b.json")
        #expect(await stream.events(1) == [#"event: put | data: {"path":"/","data":null}"#])
        _ = try await server.request(method, target, body)
        _ = try await server.request("PUT", "/a/b/last.json", "true")
        let events = await stream.events(event == nil ? 2 : 3).dropFirst()
        let last = #"event: put | data: {"path":"/last","data":true}"#
        #expect(Array(events) == [event, last].compactMap { $0 })
    }

    @Test func aQueryTellsOfItsWindow() async throws {
        let server = try server(["s": ["a": 1, "b": 2, "c": 3]])
        let stream = try await server.stream("/s.json?orderBy=%22$value%22&limitToLast=2")
        var events = [#"event: put | data: {"path":"/","data":{"b":2,"c":3}}"#]
        #expect(await stream.events(1) == events)
        for (method, target, body) in [
            ("PUT", "/s/d.json", "9"),  // enters, and pushes b out
            ("PUT", "/s/a.json", "0"),  // stays outside
            ("DELETE", "/s/c.json", ""),  // leaves, so that b comes back
            ("PUT", "/s/b.json", "7"),  // changes
            ("PATCH", "/s.json", #"{"a":8,"b":null}"#),  // leaves, and another enters
            ("PUT", "/s.json", #"{"x":1}"#),
        ] {
            _ = try await server.request(method, target, body)
        }
        events += [
            #"event: patch | data: {"path":"/","data":{"b":null,"d":9}}"#,
            #"event: patch | data: {"path":"/","data":{"c":null,"b":2}}"#,
            #"event: put | data: {"path":"/b","data":7}"#,
            #"event: patch | data: {"path":"/","data":{"b":null,"a":8}}"#,
            #"event: put | data: {"path":"/","data":{"x":1}}"#,
        ]
        #expect(await stream.events(events.count) == events)
    }

    @Test func everyWriteIsAnEventInOrderForEachOfManyStreams() async throws {
        let server = try server()
        var streams: [TestClient] = []
        for _ in 0..<Effort.times(50) { streams.append(try await server.stream("/n.json")) }
        for stream in streams { _ = await stream.events(1) }
        for number in 0..<50 { _ = try await server.request("PUT", "/n.json", "\(number)") }
        let expected = ["null"] + (0..<50).map(String.init)
        for stream in streams {
            let events = await stream.events(51)
            #expect(events == expected.map { #"event: put | data: {"path":"/","data":\#($0)}"# })
        }
        #expect(server.streamCount == streams.count)
        for stream in streams { stream.close() }
        #expect(try await eventually { server.openConnectionCount == 0 })
    }

    @Test func aStreamSaysThatItIsAlive() async throws {
        let server = try server { $0.keepAliveInterval = 0.05 }
        let stream = try await server.stream("/a.json")
        let keepAlive = "event: keep-alive\ndata: null\n\n"
        let text = await stream.receive { $0.hasSuffix(keepAlive + keepAlive) }
        #expect(text.hasSuffix(keepAlive + keepAlive))
    }

    @Test func aClientThatLeavesIsForgottenAtOnce() async throws {
        let server = try server()
        let streams = [try await server.stream("/a.json"), try await server.stream("/b.json")]
        for stream in streams { _ = await stream.events(1) }
        #expect(server.streamCount == 2)
        streams[0].close()
        #expect(try await eventually { server.streamCount == 1 && server.openConnectionCount == 1 })
    }

    @Test func aClientThatIsTooSlowIsCutOff() async throws {
        let server = try server { $0.streamBufferSize = 1_000_000 }
        let stream = try await server.stream("/a.json")
        _ = await stream.events(1)
        let text = "\"" + String(repeating: "x", count: 500_000) + "\""
        for _ in 0..<40 where server.streamCount > 0 {
            _ = try await server.request("PUT", "/a.json", text)
        }
        #expect(try await eventually { server.streamCount == 0 })
        #expect(await stream.receiveToEnd() != .more)
    }

    @Test func oneOfTheClientsThatAreTogetherTooSlowIsCutOff() async throws {
        let server = try server { $0.totalStreamBufferSize = 2_000_000 }
        let streams = [try await server.stream("/a.json"), try await server.stream("/a.json")]
        for stream in streams { _ = await stream.events(1) }
        let text = "\"" + String(repeating: "x", count: 500_000) + "\""
        // The system takes some, too.
        for _ in 0..<80 where server.streamCount == 2 {
            _ = try await server.request("PUT", "/a.json", text)
        }
        #expect(try await eventually { server.streamCount == 1 })
    }

    @Test func streamsAreEndedWithAReason() async throws {
        let server = try server { $0.acceptsOpaqueTokens = true }
        let (first, second) = (
            try await server.stream("/a.json?auth=first"),
            try await server.stream("/a.json?auth=second")
        )
        for stream in [first, second] { _ = await stream.events(1) }
        server.expire(token: "first")
        #expect(
            await first.events(2).last
                == "event: auth_revoked | data: credential is no longer valid")
        #expect(await first.receiveToEnd() == .end)
        let answer = try await server.request("GET", "/a.json?auth=first")
        #expect(answer.status == 401 && answer.error == "Auth token is expired")
        server.cancelStreams()
        #expect(await second.events(2).last == "event: cancel | data: null")
        #expect(await second.receiveToEnd() == .end)
    }

    @Test func aStreamThatIsNotAllowedIsAnAnswer() async throws {
        let server = try server { $0.isOpen = false }
        let stream = try await server.stream("/a.json")
        await stream.receive { $0.contains("}") }
        let answer = try TestResponse(stream.text)
        #expect(answer.status == 401 && answer.error == "Permission denied")
        let administrators = try await server.stream(
            "/a.json", headers: "Authorization: Bearer owner\r\n")
        #expect(await administrators.events(1).count == 1)
    }
}
