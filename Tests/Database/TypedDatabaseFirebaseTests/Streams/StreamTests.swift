import DatabaseTransport
import RealtimeDatabaseServer
import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

@Suite(.serialized) struct StreamTests {
    /// The second mustn't wait to see whether it can share the connection of the first.
    @Test(arguments: [2, 3, 10])
    func watchesThatBeginAtTheSameMomentGetTheirFirstValues(_ count: Int) async throws {
        try await ServedEngine.run { served in
            let watches = (0..<count).map {
                served.engine.watch(["a", TreeKey("\($0)")], .all)
            }
            try await withThrowingTaskGroup(of: [TreeUpdate].self) { group in
                for watch in watches { group.addTask { try await watch.next() } }
                for try await updates in group { #expect(updates == [TreeUpdate(.root, nil)]) }
            }
        }
    }

    // MARK: - Connections that are lost

    @Test func aLostConnectionGivesOnlyWhatIsDifferent() async throws {
        try await ServedEngine.run { served in
            let engine = served.engine
            try await engine.set(["x": 1, "y": 2], at: ["a"])
            let watch = engine.watch(["a"], .all)
            _ = try await watch.next()
            for count in 3...20 as ClosedRange<Int64> {
                served.server.faults.decide { request in
                    request.headers["accept"] == "text/event-stream" ? .status(503) : nil
                }
                served.server.closeConnections()
                try await engine.set(.integer(count), at: ["a", "y"])
                served.server.faults.removeAll()
                #expect(try await watch.next() == [TreeUpdate(["y"], .integer(count))])
            }
        }
    }

    @Test func aSilentConnectionIsGivenUp() async throws {
        var settings = TransportSettings.fast
        settings.silence = .milliseconds(100)
        try await ServedEngine.run(settings: settings) { served in
            try await served.engine.set(1, at: ["a"])
            for length in [0, 20, 400] {
                let count = served.server.totalConnectionCount
                served.server.faults.add(.stall(after: length))
                let watch = served.engine.watch(["a"], .all)
                #expect(try await watch.next() == [TreeUpdate(.root, 1)])
                if length < 100 { #expect(served.server.totalConnectionCount > count) }
                watch.cancel()
            }
        }
    }

    @Test func keepAlivesKeepAStream() async throws {
        var options = RealtimeDatabaseServer.Options()
        options.keepAliveInterval = 0.05
        var settings = TransportSettings.fast
        settings.silence = .milliseconds(500)
        try await ServedEngine.run(options: options, settings: settings) { served in
            let watch = served.engine.watch(["a"], .all)
            #expect(try await watch.next() == [TreeUpdate(.root, nil)])
            let count = served.server.totalConnectionCount
            try await Task.sleep(for: .seconds(2))
            #expect(served.server.totalConnectionCount == count)
            try await served.engine.set(1, at: ["a"])
            #expect(try await watch.next() == [TreeUpdate(.root, 1)])
        }
    }

    @Test(arguments: [
        "", "not HTTP at all\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n<html>",
        "HTTP/1.1 200 OK\r\n\r\nevent: put\ndata: {\"path\":\"/\",\"data\":[1,\n\n",
        "HTTP/1.1 200 OK\r\n\r\nevent: put\ndata: {\"path\":\"/\"\n\n",
        "HTTP/1.1 200 OK\r\n\r\nevent: patch\ndata: 1\n\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\n\r\n<html>",
    ])
    func garbageIsForgotten(garbage: String) async throws {
        try await ServedEngine.run { served in
            try await served.engine.set(1, at: ["a"])
            served.server.faults.add(.garbage(Array(garbage.utf8)), .garbage(Array(garbage.utf8)))
            let watch = served.engine.watch(["a"], .all)
            #expect(try await watch.next() == [TreeUpdate(.root, 1)])
        }
    }

    @Test func theConnectionIsAState() async throws {
        try await ServedEngine.run { served in
            var states = served.engine.connection.makeAsyncIterator()
            #expect(await states.next() == .connecting)
            let watch = served.engine.watch(["a"], .all)
            _ = try await watch.next()
            #expect(await states.next() == .connected)
            served.server.faults.decide { _ in .drop }
            served.server.closeConnections()
            #expect(await states.next()?.reason?.kind == .unavailable)
            served.server.faults.removeAll()
            while let state = await states.next(), state != .connected {}
            // A listener that comes later gets the state first.
            for await state in served.engine.connection {
                #expect(state == .connected)
                break
            }
        }
    }

    @Test func aStreamThatNeverConnectsSaysWhy() async throws {
        let engine = try FirebaseEngine(
            url: "http://127.0.0.1:1", token: nil, transport: SystemTransport.make(),
            settings: .fast)
        #expect(await reason(of: engine) == "Couldn't connect to server")
    }

    @Test func aServerThatOnlyRefusesSaysWhy() async throws {
        let token: TokenSource.Fetch = { .idToken("secret") }
        try await ServedEngine.run(token: token) { served in
            served.server.faults.decide { _ in
                .status(503, body: #"{"error":"down for maintenance, secret"}"#)
            }
            #expect(await reason(of: served.engine) == "down for maintenance, …")
        }
    }

    @Test func aTokenThatIsMissingIsAReason() async throws {
        struct SignedOut: Error {}
        let token: TokenSource.Fetch = { throw SignedOut() }
        try await ServedEngine.run(token: token) { served in
            #expect(await reason(of: served.engine) == "there is no token: SignedOut()")
        }
    }

    /// Why a stream can't connect. It has to be the first change of the connection's state.
    private func reason(of engine: FirebaseEngine) async -> String? {
        var states = engine.connection.makeAsyncIterator()
        #expect(await states.next() == .connecting)
        let watch = engine.watch(["a"], .all)
        let task = Task { try await watch.next() }
        defer { task.cancel() }
        return await states.next()?.reason?.message
    }

    // MARK: - Ends

    @Test func aStreamThatTheServerCancelsFails() async throws {
        try await ServedEngine.run { served in
            let watch = served.engine.watch(["a"], .all)
            _ = try await watch.next()
            served.server.cancelStreams()
            for _ in 0..<2 {
                let error = await #expect(throws: TreeDatabaseError.self) { try await watch.next() }
                #expect(error?.kind == .permissionDenied)
            }
            #expect(served.engine.streamCount == 0)
        }
    }

    @Test func aMissingIndexIsSaid() async throws {
        try await ServedEngine.run { served in
            let selection = TreeSelection(order: .child(["score"]), limit: .first(1))
            let watch = served.engine.watch(["players"], selection)
            let error = await #expect(throws: TreeDatabaseError.self) { try await watch.next() }
            #expect(error?.kind == .indexMissing)
            #expect(
                error?.message.hasSuffix(
                    #"{ "rules": { "players": { ".indexOn": ["score"] } } })"#) == true)
        }
    }

    @Test func aReleasedWatchEndsItsStream() async throws {
        try await ServedEngine.run { served in
            do {
                let watch = served.engine.watch(["a"], .all)
                _ = try await watch.next()
                #expect(served.engine.streamCount == 1)
            }
            #expect(served.engine.streamCount == 0)
        }
    }

    @Test func anEventThatIsTooLargeIsSaid() async throws {
        var settings = TransportSettings.fast
        settings.maximumEventCount = 1_000
        try await ServedEngine.run(settings: settings) { served in
            try await served.engine.set(
                .string(String(repeating: "x", count: 900)), at: ["a", "x"])
            let watch = served.engine.watch(["a"], .all)
            _ = try await watch.next()
            try await served.engine.set(
                .string(String(repeating: "x", count: 1_000)), at: ["a", "y"])
            let error = await #expect(throws: TreeDatabaseError.self) { try await watch.next() }
            #expect(error?.kind == .tooLarge)
        }
    }
}
