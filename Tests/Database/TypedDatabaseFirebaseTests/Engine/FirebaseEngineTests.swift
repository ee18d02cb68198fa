import RealtimeDatabaseServer
import Testing
import TypedDatabase
import TypedPaths

@testable import TypedDatabaseFirebase

@Suite(.serialized) struct FirebaseEngineTests {
    @Test func writtenValuesAreReadBack() async throws {
        try await ServedEngine.run { served in
            let place: TreePlace = ["chat rooms", "a%b?c&d+é😀"]
            #expect(try await served.engine.value(at: place) == nil)
            try await served.engine.set(["0": "a", "2": "c", "x": 1.5], at: place)
            #expect(try await served.engine.value(at: place) == ["0": "a", "2": "c", "x": 1.5])
            try await served.engine.set(nil, at: place.appending("x"))
            #expect(try await served.engine.value(at: place) == ["0": "a", "2": "c"])
            #expect(try await served.engine.keys(of: .root, .all) == .children(["chat rooms"]))
            #expect(try await served.engine.keys(of: place.appending("0"), .all) == .scalar)
            #expect(try await served.engine.keys(of: ["z"], .all) == .nothing)
        }
    }

    @Test func batchesAreMadeWhollyWithIncrementsAndTheServersTime() async throws {
        try await ServedEngine.run { served in
            try await served.engine.set(2, at: ["rooms", "a", "count"])
            try await served.engine.write([
                TreeEdit(["rooms", "a", "count"], .increment(3)),
                TreeEdit(["rooms", "a", "at"], .set(PendingValue(nil, serverTimes: [.root]))),
                TreeEdit(["rooms", "b"], .set(PendingValue(["name": "B"]))),
            ])
            let rooms = try await served.engine.value(at: ["rooms"])
            #expect(rooms[["a", "count"]] == 5)
            #expect(rooms[["b"]] == ["name": "B"])
            guard case .integer(let time)? = rooms[["a", "at"]] else {
                Issue.record("no time")
                return
            }
            #expect(time > 1_700_000_000_000)
        }
    }

    /// No bound of the protocol is at children, so that the server can't cut these pages.
    @Test(arguments: 1...4, [false, true])
    func pagesGoOnAmongElementsThatAreOrderedByChildren(
        _ size: Int, _ isReversed: Bool
    ) async throws {
        var options = RealtimeDatabaseServer.Options()
        options.demandsIndexes = false
        try await ServedEngine.run(options: options) { served in
            try await served.engine.set(
                [
                    "7": ["score": ["a": 1]], "a": ["score": 5], "b": ["score": ["b": 2]],
                    "c": ["score": ["a": 1]], "d": ["score": "x"], "e": ["name": "E"],
                    "f": ["score": ["x": ["y": true]]],
                ], at: ["players"])
            let players: Path<TreeValue>.Collection = Path.append(Path(), "players")
            let byScore = TreeDatabase(served.engine).children(of: players)
                .ordered(byChild: "score")
            var keys: [String] = []
            for try await page in (isReversed ? byScore.reversed() : byScore).pages(of: size) {
                keys += page.children.map(\.key)
            }
            let expected = ["e", "a", "d", "7", "b", "c", "f"]
            #expect(keys == (isReversed ? expected.reversed() : expected))
        }
    }

    @Test func aReplacementNeedsTheCurrentVersion() async throws {
        try await ServedEngine.run { served in
            let engine = served.engine
            let nothing = try await engine.read(["a"], .all)
            guard
                case .replaced = try await engine.replace(
                    ["a"], with: PendingValue(1), ifVersionIs: nothing.version)
            else {
                Issue.record("not replaced")
                return
            }
            let count = served.server.requestCount
            guard
                case .changed(let current) = try await engine.replace(
                    ["a"], with: PendingValue(2), ifVersionIs: nothing.version)
            else {
                Issue.record("replaced")
                return
            }
            #expect(current.value == 1)
            #expect(served.server.requestCount == count + 1)
            guard
                case .replaced = try await engine.replace(
                    ["a"], with: PendingValue(nil), ifVersionIs: current.version)
            else {
                Issue.record("not replaced")
                return
            }
            #expect(try await engine.value(at: ["a"]) == nil)
        }
    }

    @Test func aWatchBeginsWithTheStateAndFollows() async throws {
        try await ServedEngine.run { served in
            try await served.engine.set(["x": 1], at: ["a"])
            let watch = served.engine.watch(["a"], .all)
            #expect(try await watch.next() == [TreeUpdate(.root, ["x": 1])])
            try await served.engine.set(2, at: ["a", "y"])
            #expect(try await watch.next() == [TreeUpdate(["y"], 2)])
            try await served.engine.set(nil, at: ["a"])
            #expect(try await watch.next() == [TreeUpdate(.root, nil)])
            #expect(served.engine.streamCount == 1)
            watch.cancel()
            #expect(served.engine.streamCount == 0)
            await #expect(throws: CancellationError.self) { try await watch.next() }
        }
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nETag: x", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a\"",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\"",
        "SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 503 \r\nContent-Length: 0\r\n\r\n",
        String(repeating: "x", count: 1_000_000),
    ])
    func answersThatAreNoneAreAskedForAgain(garbage: String) async throws {
        try await ServedEngine.run { served in
            let fault = Fault.garbage(Array(garbage.utf8))
            served.server.faults.add(fault, fault)
            try await served.engine.set(1, at: ["a"])
            served.server.faults.add(fault, fault)
            #expect(try await served.engine.value(at: ["a"]) == 1)
        }
    }

    @Test func aProxyThatWantsAPasswordIsAnError() async throws {
        try await ServedEngine.run { served in
            let answer = """
                HTTP/1.1 401 Unauthorized\r
                WWW-Authenticate: Basic realm="x"\r
                Content-Length: 2\r
                \r
                {}
                """
            served.server.faults.add(.garbage(Array(answer.utf8)))
            let error = await #expect(throws: TreeDatabaseError.self) {
                try await served.engine.value(at: ["a"])
            }
            #expect(error?.kind == .unauthenticated)
        }
    }

    @Test func anAnswerThatIsNotJSONIsAnError() async throws {
        try await ServedEngine.run { served in
            served.server.faults.add(.status(200, body: "<html>"))
            let error = await #expect(throws: TreeDatabaseError.self) {
                try await served.engine.value(at: ["a"])
            }
            #expect(
                error?.description
                    == "a: the server's answer can't be read: not JSON at byte 0: expected a value")
        }
    }

    @Test func aServerThatIsGoneIsUnavailable() async throws {
        let engine = try FirebaseEngine(
            url: "http://127.0.0.1:1", token: nil, transport: SystemTransport.make(),
            settings: .fast)
        for write in [false, true] {
            let error = await #expect(throws: TreeDatabaseError.self) {
                if write {
                    try await engine.set(1, at: ["a"])
                } else {
                    _ = try await engine.value(at: ["a"])
                }
            }
            #expect(error?.kind == .unavailable)
            #expect(error?.place == ["a"])
        }
    }
}
