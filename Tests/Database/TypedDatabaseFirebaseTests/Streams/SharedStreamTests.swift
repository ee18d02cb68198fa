import RealtimeDatabaseServer
import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

@Suite(.serialized) struct SharedStreamTests {
    @Test func watchesInsideOfAWatchedPlaceShareItsStream() async throws {
        try await ServedEngine.run { served in
            let engine = served.engine
            try await engine.set(["x": ["y": 1], "z": 2], at: ["a"])
            let above = engine.watch(["a"], .all)
            #expect(try await above.next() == [TreeUpdate(.root, ["x": ["y": 1], "z": 2])])
            let same = engine.watch(["a"], .all)
            let below = engine.watch(["a", "x"], .all)
            let selected = engine.watch(["a"], TreeSelection(limit: .first(1)))
            #expect(try await same.next() == [TreeUpdate(.root, ["x": ["y": 1], "z": 2])])
            #expect(try await below.next() == [TreeUpdate(.root, ["y": 1])])
            #expect(try await selected.next() == [TreeUpdate(.root, ["x": ["y": 1]])])
            #expect(engine.streamCount == 1)
            try await engine.set(5, at: ["a", "x", "y"])
            #expect(try await same.next() == [TreeUpdate(["x", "y"], 5)])
            #expect(try await below.next() == [TreeUpdate(["y"], 5)])
            #expect(served.server.streamCount == 1)
        }
    }

    @Test func aWatchOutlivesTheOneWhoseStreamItShared() async throws {
        try await ServedEngine.run { served in
            let engine = served.engine
            try await engine.set(["x": ["y": 1], "z": 2], at: ["a"])
            let above = engine.watch(["a"], .all)
            _ = try await above.next()
            let below = engine.watch(["a", "x"], .all)
            let deeper = engine.watch(["a", "x", "y"], .all)
            #expect(try await below.next() == [TreeUpdate(.root, ["y": 1])])
            #expect(try await deeper.next() == [TreeUpdate(.root, 1)])
            above.cancel()
            #expect(engine.streamCount == 1)
            try await engine.set(2, at: ["a", "x", "y"])
            #expect(try await below.next() == [TreeUpdate(["y"], 2)])
            #expect(try await deeper.next() == [TreeUpdate(.root, 2)])
            let targets = served.server.requests.filter {
                $0.headers["accept"] == "text/event-stream"
            }
            #expect(targets.map(\.target) == ["/a.json?ns=test", "/a/x.json?ns=test"])
        }
    }

    @Test func readsMayBeAllowedBelowADeniedPlace() async throws {
        try await ServedEngine.run { served in
            let engine = served.engine
            try await engine.set(1, at: ["a", "x"])
            served.server.faults.decide { request in
                request.target.hasPrefix("/a.json")
                    ? .status(401, body: #"{"error":"Permission denied"}"#) : nil
            }
            let above = engine.watch(["a"], .all)
            let below = engine.watch(["a", "x"], .all)
            async let first = below.next()
            let error = await #expect(throws: TreeDatabaseError.self) { try await above.next() }
            #expect(error?.kind == .permissionDenied)
            #expect(error?.place == ["a"])
            #expect(try await first == [TreeUpdate(.root, 1)])
        }
    }

    @Test func aWatchThatChangesStreamsMissesNothing() async throws {
        try await ServedEngine.run { served in
            let engine = served.engine
            try await engine.set(["x": 1, "y": 2], at: ["a"])
            // The stream of `a` says nothing, that of the root does.
            served.server.faults.decide { request in
                request.target.hasPrefix("/a.json") ? .stall(after: 0) : nil
            }
            let first = engine.watch(["a"], .all)
            let waiting = Task { try await first.next() }
            while engine.streamCount < 1 { await Task.yield() }
            let below = engine.watch(["a", "x"], .all)
            let update = Task { try await below.next() }
            let root = engine.watch(.root, .all)
            #expect(try await root.next() == [TreeUpdate(.root, ["a": ["x": 1, "y": 2]])])
            first.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(try await update.value == [TreeUpdate(.root, 1)])
            try await engine.set(3, at: ["a", "x"])
            #expect(try await below.next() == [TreeUpdate(.root, 3)])
            #expect(engine.streamCount == 1)
        }
    }
}
