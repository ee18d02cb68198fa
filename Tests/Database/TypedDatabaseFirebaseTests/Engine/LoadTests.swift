import Foundation
import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance

@testable import TypedDatabaseFirebase

/// Much at once, and much that goes wrong.
///
/// Tests that count resources, or need many, run in a process of their own.
@Suite(.serialized) struct LoadTests {
    @Test func twoHundredStreamsWorkAtOnce() async {
        await #expect(processExitsWith: .success) {
            try await ServedEngine.run { served in
                let engine = served.engine
                try await withThrowingTaskGroup { group in
                    for index in 0..<200 {
                        group.addTask {
                            let watch = engine.watch(["a", TreeKey("\(index)")], .all)
                            var last: TreeValue?
                            while last != 2 { last = try await watch.next().last?.value }
                        }
                    }
                    while await served.streamCount < 200 {
                        try await Task.sleep(for: .milliseconds(1))
                    }
                    for value in 1...2 as ClosedRange<Int64> {
                        let edits = (0..<200).map {
                            TreeEdit(["a", TreeKey("\($0)")], .set(PendingValue(.integer(value))))
                        }
                        try await engine.write(edits)
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func aSlowReaderOfMuchCostsLittle() async {
        await #expect(processExitsWith: .success) {
            try await ServedEngine.run { served in
                let engine = served.engine
                let watch = engine.watch(["a"], .all)
                _ = try await watch.next()
                let usage = try await ProcessUsage.afterPause()
                let text = String(repeating: "x", count: 100_000)
                // 20 MB of events, of which nobody takes one; with `TEST_EFFORT=5`, 100 MB.
                for index in 0..<Effort.times(200) {
                    let key = TreeKey("\(index % 10)")
                    try await engine.set(.string("\(index)\(text)"), at: ["a", key])
                }
                try await engine.set("last", at: ["a", "0"])
                var state: TreeValue?
                while state[["0"]] != "last" {
                    for update in try await watch.next() { state[update.place] = update.value }
                }
                precondition(state?.children.count == 10)
                usage.checkMemory(growsLessThan: 12_000_000)
            }
        }
    }

    @Test func cancelledTasksLeakNothing() async {
        await #expect(processExitsWith: .success) {
            // Warms up, so that one-time allocations of the runtime aren't counted.
            try await LoadTests.cancelAtRandom(count: 250, seed: 0)
            let usage = try await ProcessUsage.afterPause()
            for seed in 1...4 as ClosedRange<UInt64> {
                try await LoadTests.cancelAtRandom(count: 250, seed: seed)
            }
            try await usage.waitUntilFreed()
            usage.checkMemory(growsLessThan: 12_000_000)
        }
    }

    /// With `TEST_EFFORT=5`, there are a thousand.
    @Test func enginesThatAreDroppedLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            try await LoadTests.dropEngines(count: 50)
            let usage = try await ProcessUsage.afterPause()
            try await LoadTests.dropEngines(count: Effort.times(200))
            try await usage.waitUntilFreed()
        }
    }

    /// Makes engines, and drops each after an answer, or in the middle of a request.
    private static func dropEngines(count: Int) async throws {
        let server = try RealtimeDatabaseServer(engine: MemoryEngine())
        server.faults.decide { $0.target == "/slow.json" ? Fault.stall(after: 10) : nil }
        for index in 0..<count {
            let engine = try FirebaseEngine(url: server.url)
            if index % 2 == 0 {
                _ = try await engine.value(at: ["a"])
            } else {
                let task = Task { try await engine.value(at: ["slow"]) }
                try await Task.sleep(for: .microseconds(index * 50 % 5_000))
                task.cancel()
            }
        }
        await server.stopped()
    }

    /// Begins reads, writes and streams, and cancels each after some microseconds.
    private static func cancelAtRandom(count: Int, seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        try await ServedEngine.run { served in
            let engine = served.engine
            await withTaskGroup { group in
                for index in 0..<count {
                    let place: TreePlace = ["a", TreeKey("\(index % 20)")]
                    let task = Task {
                        switch index % 4 {
                        case 0: _ = try await engine.value(at: place)
                        case 1: try await engine.set(1, at: place)
                        case 2: try await engine.write([TreeEdit(place, .increment(1))])
                        default:
                            let watch = engine.watch(place, .all)
                            while true { _ = try await watch.next() }
                        }
                    }
                    let time = Int.random(in: 0...20_000, using: &random)
                    group.addTask {
                        try? await Task.sleep(for: .microseconds(time))
                        task.cancel()
                        _ = await task.result
                    }
                }
            }
            #expect(engine.streamCount == 0)
        }
    }
}
