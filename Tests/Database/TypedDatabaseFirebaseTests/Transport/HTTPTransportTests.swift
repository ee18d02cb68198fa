import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase

@testable import DatabaseTransport
@testable import TypedDatabaseFirebase

@Suite(.serialized) struct HTTPTransportTests {
    private func withServer(
        _ body: (RealtimeDatabaseServer, any HTTPTransport) async throws -> Void
    ) async throws {
        try await ServedEngine.run { try await body($0.server, SystemTransport.make()) }
    }

    private func request(
        _ server: RealtimeDatabaseServer, _ method: HTTPMethod = .get, body: [UInt8]? = nil
    ) -> DatabaseTransport.HTTPRequest {
        DatabaseTransport.HTTPRequest(
            method: method, url: server.url + "/a.json", body: body,
            timeouts: HTTPTimeouts(idle: Patience.limit))
    }

    @Test func connectionsAreReused() async throws {
        try await withServer { server, transport in
            for _ in 0..<10 {
                _ = try await transport.send(
                    request(server, .put, body: [0x31]), maximumCount: 10)
                let response = try await transport.send(request(server), maximumCount: 10)
                #expect(response.body == [0x31])
            }
            #expect(server.totalConnectionCount == 1)
        }
    }

    /// A connection that is dead without either side noticing would leave an increment's outcome
    /// unknown, half a minute later.
    @Test func whatCanNotBeRepeatedUsesNoConnectionThatHasBeenSilent() async throws {
        var settings = TransportSettings.fast
        settings.timeouts.reuse = .seconds(4)
        try await ServedEngine.run(settings: settings) { served in
            let (engine, server) = (served.engine, served.server)
            let increment = [TreeEdit(["a"], .increment(1))]
            try await engine.set(1, at: ["a"])
            try await engine.write(increment)
            #expect(server.totalConnectionCount == 1)
            try await Task.sleep(for: .milliseconds(5_100))
            try await engine.set(2, at: ["a"])
            #expect(server.totalConnectionCount == 1)
            try await Task.sleep(for: .milliseconds(5_100))
            try await engine.write(increment)
            try await engine.write(increment)
            #expect(server.totalConnectionCount == 2)
            #expect(try await engine.value(at: ["a"]) == 4)
        }
    }

    @Test func aBodyIsNotSentAgainOverAnotherConnection() async throws {
        try await withServer { server, transport in
            _ = try await transport.send(request(server), maximumCount: 10)
            server.faults.add(.cut(after: 0))
            let error = await #expect(throws: HTTPFailure.self) {
                try await transport.send(request(server, .put, body: [0x31]), maximumCount: 10)
            }
            #expect(error?.mayHaveBeenSent == true)
            #expect(server.requests.map(\.method) == ["GET", "PUT"])
        }
    }

    @Test func largeBodiesGoBothWays() async throws {
        try await withServer { server, transport in
            let text = JSONWriter.bytes(.string(String(repeating: "é", count: 1_500_000)))
            _ = try await transport.send(
                request(server, .put, body: text), maximumCount: 1 << 24)
            let response = try await transport.send(request(server), maximumCount: 1 << 24)
            #expect(response.body == text)
            let error = await #expect(throws: HTTPFailure.self) {
                try await transport.send(request(server), maximumCount: 1 << 20)
            }
            #expect(error?.reason == .tooLarge)
        }
    }

    @Test func nobodyThereIsAFailureThatWasNotSent() async throws {
        let request = DatabaseTransport.HTTPRequest(
            method: .get, url: "http://127.0.0.1:1/.json")
        let error = await #expect(throws: HTTPFailure.self) {
            try await SystemTransport.make().send(request, maximumCount: 10)
        }
        #expect(error?.reason == .unreachable)
        #expect(error?.mayHaveBeenSent == false)
    }

    @Test(arguments: [
        HTTPTimeouts(idle: .seconds(1)), HTTPTimeouts(whole: .milliseconds(50)),
    ])
    func aSilentServerIsAFailure(timeouts: HTTPTimeouts) async throws {
        try await withServer { server, transport in
            for length in [0, 50] {
                server.faults.add(.stall(after: length))
                var request = request(server)
                request.timeouts = timeouts
                let error = await #expect(throws: HTTPFailure.self) {
                    try await transport.send(request, maximumCount: 10)
                }
                #expect(error?.reason == .timedOut)
            }
        }
    }

    @Test func aSlowReaderStopsTheTransport() async throws {
        try await withServer { server, transport in
            let text = JSONWriter.bytes(.string(String(repeating: "x", count: 4_000_000)))
            _ = try await transport.send(
                request(server, .put, body: text), maximumCount: 1 << 24)
            let exchange = transport.start(request(server))
            _ = try await exchange.head()
            try await Task.sleep(for: .milliseconds(100))
            var body: [UInt8] = []
            while let part = try await exchange.nextBytes() {
                #expect(part.count <= HTTPExchangeState.bufferLimit + 1 << 16)
                body += part
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(body == text)
        }
    }

    @Test func aWriteThatIsCancelledGoesOnOnceSomeOfItIsSent() async throws {
        try await withServer { server, transport in
            let gate = Gate(forWritesTo: server)
            let exchange = transport.start(request(server, .put, body: [0x31]))
            let response = Task { try await exchange.response(maximumCount: 10, isWrite: true) }
            await gate.reached()
            response.cancel()
            gate.open()
            let body = try await response.value.body
            #expect(body == [0x31])
        }
    }

    @Test func aWriteThatIsCancelledEndsWhileNothingIsSent() async throws {
        // The server never answers the beginning of TLS, so that no request is sent.
        let listener = try SilentListener()
        let transport = SystemTransport.make()
        let request = DatabaseTransport.HTTPRequest(
            method: .put, url: "https://127.0.0.1:\(listener.port)/a.json", body: [0x31])
        let response = Task { try await transport.send(request, maximumCount: 10) }
        await listener.accepted()
        response.cancel()
        await #expect(throws: CancellationError.self) { try await response.value }
    }

    @Test func exchangesEndWithTheirTransport() async throws {
        try await withServer { server, _ in
            server.faults.add(.stall(after: 0))
            let exchange = SystemTransport.make().start(request(server))
            await #expect(throws: CancellationError.self) { try await exchange.head() }
        }
    }
}
