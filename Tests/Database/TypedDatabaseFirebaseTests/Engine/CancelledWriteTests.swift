import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

@Suite(.serialized) struct CancelledWriteTests {
    /// With `TEST_EFFORT=20`, there are 2,000.
    @Test func cancelledWritesNeverUndoLaterOnes() async throws {
        let large = TreeValue.string(String(repeating: "x", count: 500_000))
        let count = Effort.times(100)
        var random = SplitMix64(seed: Seed.make())
        try await ServedEngine.run { served in
            let engine = served.engine
            var cancelledCount = 0
            for index in 0..<count {
                let place: TreePlace = ["a", TreeKey("\(index)")]
                let write = Task { try await engine.set(large, at: place) }
                try await Task.sleep(for: .microseconds(.random(in: 0...4_000, using: &random)))
                write.cancel()
                if case .failure = await write.result { cancelledCount += 1 }
                try await engine.set("new", at: place)
            }
            // Time for a request that is still under way to arrive.
            try await Task.sleep(for: .milliseconds(500))
            let children = try await engine.value(at: ["a"])?.children ?? TreeChildren()
            #expect(children.count == count)
            #expect(children.filter { $0.value != "new" }.map(\.key) == [])
            #expect(cancelledCount > count / 4)
        }
    }

    @Test func aCancelledCallerReturnsAtOnceAndLaterWritesWait() async throws {
        try await ServedEngine.run { served in
            let engine = served.engine
            let gate = Gate(forWritesTo: served.server)
            let old = Task { try await engine.set("old", at: ["a"]) }
            await gate.reached()
            old.cancel()
            await #expect(throws: CancellationError.self) { try await old.value }

            let new = Task { try await engine.set("new", at: ["a", "b"]) }
            // A write that waits for its turn is dropped.
            let dropped = Task { try await engine.set("dropped", at: ["a"]) }
            dropped.cancel()
            await #expect(throws: CancellationError.self) { try await dropped.value }
            for _ in 0..<20 { _ = try await engine.value(at: ["a"]) }
            #expect(served.server.requests.filter { $0.method == "PUT" }.count == 1)
            gate.open()
            try await new.value
            #expect(try await engine.value(at: ["a"]) == ["b": "new"])
            #expect(served.server.requests.filter { $0.method == "PUT" }.count == 2)
        }
    }

    @Test func aCancelledReplacementIsFinishedBeforeLaterWrites() async throws {
        try await ServedEngine.run { served in
            let engine = served.engine
            let nothing = try await engine.read(["a"], .all)
            let gate = Gate(forWritesTo: served.server)
            let old = Task {
                try await engine.replace(
                    ["a"], with: PendingValue("old"), ifVersionIs: nothing.version)
            }
            await gate.reached()
            old.cancel()
            await #expect(throws: CancellationError.self) { try await old.value }
            let new = Task { try await engine.set("new", at: ["a"]) }
            gate.open()
            try await new.value
            #expect(try await engine.value(at: ["a"]) == "new")
        }
    }

    @Test func aCancelledWriteIsNotBegunAnew() async throws {
        try await ServedEngine.run { served in
            let engine = served.engine
            let gate = Gate()
            served.server.faults.decide { request in
                guard request.method == "PUT" else { return nil }
                gate.wait()
                return .drop
            }
            let write = Task { try await engine.set("old", at: ["a"]) }
            await gate.reached()
            write.cancel()
            await #expect(throws: CancellationError.self) { try await write.value }
            served.server.faults.decide { _ in nil }
            gate.open()
            try await engine.set("new", at: ["a"])
            #expect(served.server.requests.map(\.method) == ["PUT", "PUT"])
        }
    }
}
