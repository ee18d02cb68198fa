import TestSupport
import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite(.serialized) struct FaultTests {
    let server: RealtimeDatabaseServer

    init() throws {
        server = try RealtimeDatabaseServer(engine: MemoryEngine(["a": "é"]))
    }

    private static let get = "GET /a.json HTTP/1.1\r\nConnection: close\r\n\r\n"

    /// Sends a request.
    private func client(_ fault: Fault, _ request: String) async throws -> TestClient {
        server.faults.add(fault)
        let client = try TestClient(port: server.port)
        try await client.send(request)
        return client
    }

    /// Sends one request, and returns what is received until the connection ends, and how it ends.
    private func receive(
        _ fault: Fault, _ request: String = get
    ) async throws -> (text: String, end: TestClient.Part) {
        let client = try await client(fault, request)
        let end = await client.receiveToEnd()
        return (client.text, end)
    }

    @Test func aResponseIsCutAtAnyByte() async throws {
        let whole = try await receive(.delay(0)).text
        #expect(whole.hasSuffix("\r\n\r\n\"é\""))
        for length in 0..<whole.utf8.count {
            let (text, end) = try await receive(.cut(after: length))
            #expect(text == String(decoding: whole.utf8.prefix(length), as: UTF8.self))
            #expect(end == .end)
        }
    }

    @Test func requestsAreCarriedOutUnlessTheConnectionIsDropped() async throws {
        let put = "PUT /b.json HTTP/1.1\r\nContent-Length: 1\r\n\r\n1"
        #expect(try await receive(.drop, put) == ("", .end))
        #expect(try await server.get("/b.json") == "null")
        #expect(try await receive(.cut(after: 0), put) == ("", .end))
        #expect(try await server.get("/b.json") == "1")
    }

    @Test func aStreamIsCutInAnEvent() async throws {
        let request = "GET /a.json HTTP/1.1\r\nAccept: text/event-stream\r\n\r\n"
        let whole = try await client(.delay(0), request).receive { $0.contains("event:") }
        let header = whole.components(separatedBy: "event:")[0]
        let (text, end) = try await receive(.cut(after: header.utf8.count + 10), request)
        #expect(text == header + "event: put")
        #expect(end == .end)
        #expect(try await eventually { server.streamCount == 0 })
    }

    @Test func aConnectionStaysAndIsSilent() async throws {
        let client = try await client(.stall(after: 9), Self.get)
        await client.receive { $0.count >= 9 }
        #expect(await client.receiveToEnd(within: 0.2) == .more)
        #expect(client.text == "HTTP/1.1 ")
    }

    @Test func aConnectionBreaks() async throws {
        #expect(try await receive(.reset(after: 0)).end == .failure)
    }

    @Test func anAnswerComesLate() async throws {
        server.faults.add(.delay(0.3))
        let start = Clock.now
        #expect(try await server.get("/a.json") == "\"é\"")
        #expect(Clock.now - start >= 0.3)
    }

    @Test func anAnswerComesInPieces() async throws {
        server.faults.add(.pieces(of: 1))
        #expect(try await server.get("/a.json") == "\"é\"")
    }

    @Test func anAnswerIsAnother() async throws {
        server.faults.add(
            .status(503), .status(500, body: "<html>"), .redirect(to: "http://127.0.0.1:1/b.json"),
            nil, .garbage([0xFF, 0x00, 0x0A]))
        #expect(try await server.request("PUT", "/a.json", "1").status == 503)
        let error = try await server.request("PUT", "/a.json", "1")
        #expect(error.status == 500 && error.body == "<html>")
        let redirect = try await server.request("PUT", "/a.json", "1")
        #expect(redirect.status == 307)
        #expect(redirect.headers["location"] == "http://127.0.0.1:1/b.json")
        #expect(try await server.get("/a.json") == "\"é\"")
        #expect(try await receive(.delay(0)).text == "\u{FFFD}\0\n")
    }

    @Test func aFunctionDecides() async throws {
        server.faults.decide { $0.target == "/bad.json" ? .status(500) : nil }
        #expect(try await server.request("GET", "/bad.json").status == 500)
        #expect(try await server.request("GET", "/good.json").status == 200)
        server.faults.removeAll()
        #expect(try await server.request("GET", "/bad.json").status == 200)
    }

    @Test func allConnectionsAreClosedAtOnce() async throws {
        let stream = try await server.stream("/a.json")
        _ = await stream.events(1)
        server.closeConnections()
        #expect(await stream.receiveToEnd() != .more)
        #expect(try await server.get("/a.json") == "\"é\"")
    }

    @Test func requestsAreRecorded() async throws {
        _ = try await server.request("PUT", "/b.json?x=y", "1", headers: ["X-Test": "z"])
        let request = try #require(server.requests.last)
        #expect(request.method == "PUT" && request.target == "/b.json?x=y")
        #expect(request.headers["x-test"] == "z")
    }
}
