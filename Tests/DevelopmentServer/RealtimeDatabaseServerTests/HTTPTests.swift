import TestSupport
import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite(.serialized) struct HTTPTests {
    private func server(
        _ change: (inout RealtimeDatabaseServer.Options) -> Void = { _ in }
    ) throws -> RealtimeDatabaseServer {
        var options = RealtimeDatabaseServer.Options()
        (options.limits.readTime, options.limits.idleTime) = (Patience.seconds, Patience.seconds)
        change(&options)
        return try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
    }

    private func answer(to text: String, _ server: RealtimeDatabaseServer) async throws
        -> TestResponse
    {
        let client = try TestClient(port: server.port)
        try await client.send(text)
        #expect(await client.receiveToEnd() == .end)
        return try TestResponse(client.text)
    }

    @Test func aConnectionIsUsedForManyRequests() async throws {
        let server = try server()
        let client = try TestClient(port: server.port)
        for number in 1...50 {
            try await client.send("PUT /a.json HTTP/1.1\r\nContent-Length: 2\r\n\r\n\(number + 10)")
            await client.receive { $0.components(separatedBy: "HTTP/1.1 200").count == number + 1 }
        }
        #expect(try await server.get("/a.json") == "60")
        #expect(server.totalConnectionCount == 2)
        #expect(server.requestCount == 51)
    }

    @Test func requestsAreReadFromPiecesOfAnySize() async throws {
        let server = try server()
        let client = try TestClient(port: server.port)
        let request = "PUT /a.json HTTP/1.1\r\nConnection: close\r\nContent-Length: 8\r\n\r\n\"é😀\""
        for byte in request.utf8.map({ [$0] }) { try await client.send(byte) }
        #expect(await client.receiveToEnd() == .end)
        #expect(try TestResponse(client.text).body == "\"é😀\"")
    }

    @Test(arguments: ["\r\n", "\r\n\r\n\r\n"])
    func emptyLinesBeforeARequestAreSkipped(lines: String) async throws {
        let server = try server()
        let request = Array((lines + "GET /a.json HTTP/1.1\r\nConnection: close\r\n\r\n").utf8)
        for cut in 1...(lines.utf8.count + 1) {
            let client = try TestClient(port: server.port)
            try await client.send(Array(request[..<cut]))
            // So that the server gets it in two parts.
            try await Task.sleep(for: .milliseconds(20))
            try await client.send(Array(request[cut...]))
            #expect(await client.receiveToEnd() == .end)
            #expect(try TestResponse(client.text).body == "null")
        }
    }

    private static let ownNames = [
        "localhost", "LOCALHOST:9000", "localhost:", "127.0.0.1:9000", "127.1.2.255", "[::1]",
        "[::1]:9000", "",
    ]

    private static let otherNames = [
        "evil.example:9000", "localhost.evil.example", "localhost:9000.evil.example",
        "localhost:evil", "127.0.0.1.evil.example", "127.0.0.1.", "127.1", "127.0.0.256",
        "127.0.0.01", "127.0.0.+1", "128.0.0.1", "[::1].evil.example", "[::1]evil.example:9000",
        "[::1", "[::1]]", "[::1]:9000:1", "::1", "[::2]", "localhost, evil.example",
        "user@localhost", "localhost:9000/",
    ]

    @Test(arguments: ownNames.map { ($0, 200) } + otherNames.map { ($0, 403) })
    func onlyRequestsForThisMachineAreAnswered(host: String, status: Int) async throws {
        let request = "GET /a.json HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
        #expect(try await answer(to: request, server()).status == status)
    }

    @Test func severalRequestsAtOnceAreAnsweredInOrder() async throws {
        let server = try server()
        let client = try TestClient(port: server.port)
        try await client.send(
            "PUT /a.json HTTP/1.1\r\nContent-Length: 1\r\n\r\n1"
                + "GET /a.json HTTP/1.1\r\nConnection: close\r\n\r\n")
        #expect(await client.receiveToEnd() == .end)
        #expect(client.text.components(separatedBy: "\r\n\r\n1").count == 3)
    }

    @Test(arguments: ["a", "A", "0a", "000000000000000000a", "a;x=y", "a ;x", "a\t; x = \"y;z\""])
    func bodiesComeInChunks(length: String) async throws {
        let body = "\(length)\r\n\"abcdefghi\r\n2\r\nj\"\r\n0\r\nTrailer: 1\r\n\r\n"
        let answer = try await answer(to: Self.chunkedHead + body, server())
        #expect(answer.status == 200 && answer.body == "\"abcdefghij\"")
    }

    @Test(arguments: [
        ("-0", 400), ("+1", 400), ("1 0", 400), ("1 ", 400), (" 1", 400), ("0x1", 400), ("", 400),
        (";x", 400), ("1g", 400), ("1.", 400), ("１", 400), ("1,1", 400),
        ("7fffffffffffffff", 413), ("ffffffffffffffffffff", 413),
    ])
    func aChunkBeginsWithHexadecimalDigits(length: String, status: Int) async throws {
        let body = "\(length)\r\n1\r\n0\r\n\r\n"
        let answer = try await answer(to: Self.chunkedHead + body, server())
        #expect(answer.status == status)
    }

    private static let chunkedHead =
        "PUT /a.json HTTP/1.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"

    @Test func aClientThatAsksIsToldToContinue() async throws {
        let server = try server { $0.limits.readTime = 600 }
        let client = try TestClient(port: server.port)
        try await client.send(
            "PUT /a.json HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
        await client.receive { $0.hasSuffix("\r\n\r\n") }
        #expect(client.text == "HTTP/1.1 100 Continue\r\n\r\n")
        try await client.send("1")
        await client.receive { $0.hasSuffix("\r\n\r\n1") }
        #expect(client.text.contains("HTTP/1.1 200 OK"))
    }

    @Test(arguments: [
        ("GARBAGE\r\n\r\n", 400),
        ("GET /a.json\r\n\r\n", 400),
        ("GET /a.json HTTP/2.0\r\n\r\n", 505),
        ("G\u{1}T /a.json HTTP/1.1\r\n\r\n", 400),
        ("GET /a.json HTTP/1.1\r\nNo colon\r\n\r\n", 400),
        ("GET /a.json HTTP/1.1\r\nSpace : x\r\n\r\n", 400),
        ("GET /a.json HTTP/1.1\r\n folded\r\n\r\n", 400),
        ("PUT /a.json HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400),
        ("PUT /a.json HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        ("PUT /a.json HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        ("PUT /a.json HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
        ("PUT /a.json HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("PUT /a.json HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        ("PUT /a.json HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n12\r\n", 400),
        ("PUT /a.json HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n", 413),
        ("PUT /a.json HTTP/1.1\r\nExpect: miracles\r\nContent-Length: 1\r\n\r\n", 417),
        ("BREW /a.json HTTP/1.1\r\nConnection: close\r\n\r\n", 405),
        ("GET /a.json HTTP/1.1\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n", 431),
        ("GET /\(String(repeating: "x", count: 100_000))", 431),
        (String(repeating: "\r\n", count: 100_000), 431),
        (
            "PUT /a.json HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
                + String(repeating: "X: \(String(repeating: "x", count: 10_000))\r\n", count: 10),
            431
        ),
        (
            "PUT /a.json HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                + String(
                    repeating: "1;\(String(repeating: "x", count: 10_000))\r\n1\r\n", count: 10),
            431
        ),
        (
            "PUT /a.json HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
                + String(repeating: "a:\r\n", count: 10_000), 431
        ),
        ("\u{FEFF}GET /a.json HTTP/1.1\r\n\r\n", 400),
    ])
    func malformedRequestsAreRefused(text: String, status: Int) async throws {
        let answer = try await answer(to: text, server())
        #expect(answer.status == status)
        #expect(answer.error != nil)
    }

    @Test func requestsThatAreCutLeaveNothing() async throws {
        let server = try server()
        let request = "PUT /a.json HTTP/1.1\r\nContent-Length: 3\r\n\r\n\"a\""
        for length in 0..<request.utf8.count {
            let client = try TestClient(port: server.port)
            try await client.send(Array(request.utf8.prefix(length)))
            client.close()
        }
        #expect(try await eventually { server.openConnectionCount == 0 })
        #expect(try await server.get("/a.json") == "null")
    }

    @Test func clientsThatAreTooSlowAreCutOff() async throws {
        let server = try server { ($0.limits.readTime, $0.limits.idleTime) = (0.2, 1) }
        let silent = try TestClient(port: server.port)
        #expect(await silent.receiveToEnd() == .end)
        #expect(silent.text == "")
        let slow = try TestClient(port: server.port)
        try await slow.send("GET /a.json HT")
        #expect(await slow.receiveToEnd() == .end)
        #expect(try TestResponse(slow.text).status == 408)
        #expect(server.requestCount == 0)
    }

    @Test func aBodyThatArrivesTooSlowlyIsCutOff() async throws {
        let server = try server { ($0.limits.readTime, $0.limits.bodyRate) = (0.5, 1_000) }
        let head = "PUT /a.json HTTP/1.1\r\nContent-Length: 100000\r\n\r\n"
        for (size, isEnough) in [(1, false), (2_000, true)] {
            let client = try TestClient(port: server.port)
            try await client.send(head)
            let sender = Task {
                let part = String(repeating: " ", count: size)
                // Ten of the larger parts would arrive in the time of readTime alone.
                for _ in 0..<49 {
                    try await client.send(part)
                    try await Task.sleep(for: .milliseconds(50))
                }
                try await client.send(part.dropLast() + "1")
            }
            let text = await client.receive { $0.contains("\r\n\r\n") }
            #expect(text.hasPrefix(isEnough ? "HTTP/1.1 200 " : "HTTP/1.1 408 "))
            sender.cancel()
            client.close()
        }
    }

    @Test func unfinishedBodiesOfAllConnectionsHaveALimit() async throws {
        let server = try server { $0.limits.bodies = 1_000_000 }
        let part = "\"" + String(repeating: "x", count: 399_999)
        var clients: [TestClient] = []
        for size in [300_000, 350_000, 200_000] {
            let client = try TestClient(port: server.port)
            try await client.send("PUT /a.json HTTP/1.1\r\nContent-Length: 400001\r\n\r\n")
            try await client.send(String(part.prefix(size)))
            clients.append(client)
        }
        // The fourth needs room, which the second makes.
        let last = try TestClient(port: server.port)
        try await last.send("PUT /b.json HTTP/1.1\r\nContent-Length: 300001\r\n\r\n")
        try await last.send(String(part.prefix(300_000)))
        _ = await clients[1].receiveToEnd()
        try await last.send("\"")
        let text = await last.receive { $0.hasSuffix("x\"") }
        #expect(text.hasPrefix("HTTP/1.1 200 "))
        #expect(try await eventually { server.openConnectionCount == 3 })
        // A single body may be larger than the limit of all.
        for client in clients { client.close() }
        #expect(try await eventually { server.openConnectionCount == 1 })
        let large = "\"" + String(repeating: "x", count: 3_000_000) + "\""
        #expect(try await server.request("PUT", "/c.json?print=silent", large).status == 204)
    }

    @Test(arguments: [
        ("PUT /a.json HTTP/1.1\r\nContent-Length: 1000000000\r\n\r\n", " "),
        ("PUT /a.json HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n"),
        ("PUT /a.json HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "a: b\r\n"),
    ])
    func aRequestWithoutEndIsCutOff(head: String, part: String) async throws {
        let server = try server {
            ($0.limits.requestTime, $0.limits.head, $0.limits.body) = (0.3, .max / 2, .max / 2)
        }
        let client = try TestClient(port: server.port)
        try await client.send(head)
        let sender = Task {
            while !Task.isCancelled {
                try await client.send(part)
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        await client.receive { $0.hasPrefix("HTTP/1.1 408 ") }
        sender.cancel()
        #expect(client.text.hasPrefix("HTTP/1.1 408 "))
        client.close()
        #expect(try await eventually { server.openConnectionCount == 0 })
    }

    @Test func tooManyConnectionsAreRefused() async throws {
        let server = try server { $0.maximumConnectionCount = 2 }
        let clients = [try TestClient(port: server.port), try TestClient(port: server.port)]
        #expect(try await eventually { server.openConnectionCount == 2 })
        let third = try TestClient(port: server.port)
        #expect(await third.receiveToEnd() != .more)
        #expect(try TestResponse(third.text).status == 503)
        for client in clients { client.close() }
        #expect(try await eventually { server.openConnectionCount == 0 })
        #expect(try await server.get("/a.json") == "null")
    }

    @Test func stoppingEndsAllAndFreesThePort() async throws {
        let server = try server()
        let port = server.port
        let stream = try await server.stream("/a.json")
        let idle = try TestClient(port: port)
        _ = await stream.events(1)
        await onThread { server.stop() }
        #expect(await stream.receiveToEnd() != .more)
        #expect(await idle.receiveToEnd() != .more)
        #expect(throws: SocketError.self) { try TestClient(port: port) }
        let next = try RealtimeDatabaseServer(engine: MemoryEngine(), port: port)
        #expect(next.url == "http://127.0.0.1:\(port)")
        #expect(throws: SocketError.self) {
            try RealtimeDatabaseServer(engine: MemoryEngine(), port: port)
        }
    }
}
