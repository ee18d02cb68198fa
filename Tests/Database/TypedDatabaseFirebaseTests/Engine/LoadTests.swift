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
                let usage = ProcessUsage.now
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
            let usage = ProcessUsage.now
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
            let usage = ProcessUsage.now
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

    @Test func nothingIsLostWhileConnectionsDie() async throws {
        try await ServedEngine.run { served in
            let (server, engine) = (served.server, served.engine)
            let deaths = Deaths()
            server.faults.decide { _ in deaths.next() }
            let count = Effort.times(40)
            try await withThrowingTaskGroup { group in
                for index in 0..<count {
                    group.addTask { try await LoadTests.follow(index, of: count, in: engine) }
                    group.addTask {
                        for value in 1...50 as ClosedRange<Int64> {
                            try await LoadTests.setForSure(
                                .integer(value), at: ["a", TreeKey("\(index)")], in: engine)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(deaths.count >= 10 * count)
        }
    }

    /// Watches all of the children, or one, until they are 50.
    private static func follow(_ index: Int, of count: Int, in engine: FirebaseEngine) async throws
    {
        let place: TreePlace = index % 2 == 0 ? ["a"] : ["a", TreeKey("\(index)")]
        let watch = engine.watch(place, .all)
        var state: TreeValue?
        while true {
            let updates = try await watch.next()
            for update in updates { state[update.place] = update.value }
            if index % 2 == 1, state == 50 { return }
            // The value of one child tells whether to look at the others.
            guard index % 2 == 0, state[[TreeKey("\(index)")]] == 50 else { continue }
            if state?.children.filter({ $0.value == 50 }).count == count { return }
        }
    }

    /// Writes until the write is acknowledged.
    private static func setForSure(
        _ value: TreeValue, at place: TreePlace, in engine: FirebaseEngine
    ) async throws {
        while true {
            do {
                return try await engine.set(value, at: place)
            } catch let error as TreeDatabaseError
                where [.outcomeUnknown, .unavailable].contains(error.kind)
            {}
        }
    }
}

/// Lets one in five connections die after some bytes.
private final class Deaths: Sendable {
    private let state = Locked((count: 0, random: SplitMix64(seed: 3)))

    var count: Int { state.withLock { $0.count } }

    func next() -> Fault? {
        state.withLock { state in
            guard Int.random(in: 0..<5, using: &state.random) == 0 else { return nil }
            state.count += 1
            return .cut(after: Int.random(in: 0..<500, using: &state.random))
        }
    }
}
