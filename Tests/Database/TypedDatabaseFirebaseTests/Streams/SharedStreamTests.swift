import RealtimeDatabaseServer
import TestSupport
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

    /// With `TEST_EFFORT=20`, there are 4,000 writes.
    @Test func aNewWatchBeginsWithEveryWriteThatHasReturned() async throws {
        try await ServedEngine.run { served in
            let engine = served.engine
            try await engine.set(["count": 0, "items": ["first": true]], at: ["a"])
            let above = engine.watch(["a"], .all)
            _ = try await above.next()
            let reading = Task { while true { _ = try await above.next() } }
            var staleCount = 0
            for number in 1...Effort.times(50) {
                let key = TreeKey("k\(number)")
                try await engine.set(.integer(Int64(number)), at: ["a", "items", key])
                staleCount += try await first(of: engine, ["a", "items", key]) == nil ? 1 : 0
                try await engine.write([TreeEdit(["a", "count"], .increment(1))])
                let count = try await first(of: engine, ["a", "count"])
                staleCount += count == .integer(Int64(number)) ? 0 : 1
                try await engine.write([
                    TreeEdit(["a", "items", key], .set(PendingValue(nil))),
                    TreeEdit(["a", "time"], .set(PendingValue(nil, serverTimes: [.root]))),
                ])
                let all = try await first(of: engine, ["a"])
                staleCount += all?.children["items"]?.children.count == 1 ? 0 : 1
                try await engine.set(nil, at: ["a", "time"])
                staleCount += try await first(of: engine, ["a", "time"]) == nil ? 0 : 1
            }
            #expect(staleCount == 0)
            reading.cancel()
        }
    }

    private func first(of engine: FirebaseEngine, _ place: TreePlace) async throws -> TreeValue? {
        let watch = engine.watch(place, .all)
        defer { watch.cancel() }
        return try await watch.next().first?.value
    }
}
