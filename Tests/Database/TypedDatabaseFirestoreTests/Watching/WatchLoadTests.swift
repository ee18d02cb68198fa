import DatabaseTransport
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

/// The resources of watches, each test in a process of its own.
@Suite(.serialized) struct WatchLoadTests {
    @Test func aSlowReaderHoldsNobodyBackAndCostsLittle() async {
        await #expect(processExitsWith: .success) {
            let server = FakeWebChannel()
            server.fail { $0.forgetsSent = true }
            let engine = try FirestoreEngine.faked(server)
            let slow = engine.watch(["users"], .all)
            let fast = engine.watch(["users", "u0"], .all)
            _ = try await slow.next()
            _ = try await fast.next()
            let usage = try await ProcessUsage.afterPause()
            let text = String(repeating: "x", count: 10_000)
            var state: TreeValue?
            // 30 MB, of which the slow reader takes nothing.
            for round in 0..<Effort.times(300) {
                for index in 0..<10 {
                    server.commit([["users", "u\(index)"]: ["text": .string("\(round)\(text)")]])
                }
                try await fast.reach(["text": .string("\(round)\(text)")], from: &state)
            }
            server.commit([["users", "last"]: ["text": "last"]])
            var all: TreeValue?
            while all[["last"]] == nil {
                for update in try await slow.next() { all[update.place] = update.value }
            }
            precondition(all?.children.count == 11)
            usage.checkMemory(growsLessThan: 12_000_000)
        }
    }

    @Test func cancelledTasksLeakNothing() async {
        await #expect(processExitsWith: .success) {
            // Warms up, so that one-time allocations of the runtime aren't counted.
            try await WatchLoadTests.cancelAtRandom(seed: 0)
            let usage = try await ProcessUsage.afterPause()
            for seed in 1...4 as ClosedRange<UInt64> {
                try await WatchLoadTests.cancelAtRandom(seed: seed)
            }
            try await usage.waitUntilFreed()
            usage.checkMemory(growsLessThan: 12_000_000)
        }
    }

    /// Cancels watches at random, while connections break and sessions end.
    private static func cancelAtRandom(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let server = FakeWebChannel()
        let engine = try FirestoreEngine.faked(server)
        var tasks: [Task<Void, Never>] = []
        for index in 0..<250 {
            let place: TreePlace = ["users", "u\(index % 7)"]
            tasks.append(
                Task {
                    let watch = engine.watch(place, .all)
                    while (try? await watch.next()) != nil {}
                })
            switch Int.random(in: 0..<8, using: &random) {
            case 0: server.cutListeners()
            case 1: server.endSessions()
            case 2: server.commit([place: ["n": .integer(Int64(index))]])
            case 3, 4: tasks[Int.random(in: 0...index, using: &random)].cancel()
            default: await Task.yield()
            }
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        precondition(engine.hub.targetCount == 0)
    }

    @Test func aSessionWithoutWatchesEnds() async throws {
        let server = FakeWebChannel()
        let engine = try FirestoreEngine.faked(server)
        var client = ListenClient(engine.client)
        client.idleTime = .milliseconds(100)
        let hub = WatchHub(client)
        for count in 1...2 {
            let signals = (0..<3).map { WatchSignal(["users", "u\($0)"]) }
            for signal in signals { hub.add(signal, to: ListenTarget(signal.place, .one)) }
            #expect(try await eventually { server.targetCount == 3 })
            for signal in signals { hub.remove(signal) }
            #expect(try await eventually { server.sessionCount == 0 })
            #expect(server.count("terminate") == count)
            #expect(!hub.hasSession)
        }
    }

    @Test func aSessionWithWatchesStays() async throws {
        let server = FakeWebChannel()
        let engine = try FirestoreEngine.faked(server)
        var client = ListenClient(engine.client)
        client.idleTime = .zero
        let hub = WatchHub(client)
        let kept = WatchSignal(["users", "kept"])
        hub.add(kept, to: ListenTarget(kept.place, .one))
        for index in 0..<20 {
            let signal = WatchSignal(["users", "u\(index)"])
            hub.add(signal, to: ListenTarget(signal.place, .one))
            #expect(try await eventually { server.targetCount == 2 })
            hub.remove(signal)
            #expect(try await eventually { server.targetCount == 1 })
        }
        #expect(hub.sessionCount == 1)
        hub.close()
        #expect(try await eventually { server.sessionCount == 0 })
    }
}
