import TestSupport
import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

/// The server under the load of many clients.
@Suite(.serialized) struct LoadTests {
    @Test func connectionsThatDieAtAnyTimeLoseNoWriteAndLeaveNothing() async throws {
        let server = try RealtimeDatabaseServer(engine: MemoryEngine())
        var random = SplitMix64(seed: Seed.make())
        let lengths = (0..<300).map { _ in Int.random(in: 0..<250, using: &random) }
        let written = Locked<Set<Int>>([])
        let script = Locked(lengths)
        server.faults.decide { _ in
            let length = script.withLock { $0.popLast() }
            return length.map { $0 % 2 == 0 ? .cut(after: $0) : .reset(after: $0) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<8 {
                group.addTask {
                    for index in 0..<100 {
                        let number = client * 100 + index
                        let answer = try? await server.request("PUT", "/n/\(number)x.json", "1")
                        if answer?.body == "1" { written.withLock { _ = $0.insert(number) } }
                    }
                }
            }
            try await group.waitForAll()
        }
        let stored = try await server.get("/n.json?shallow=true")
        for number in written.withLock({ $0 }) { #expect(stored.contains("\"\(number)x\":")) }
        #expect(written.withLock { $0.count } >= 500)
        #expect(try await eventually { server.openConnectionCount == 0 })
    }

    @Test func stoppedServersLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            try await LoadTests.startAndStop(count: 20)
            let usage = try await ProcessUsage.afterPause()
            try await LoadTests.startAndStop(count: 200)
            try await usage.waitUntilFreed()
        }
    }

    private static func startAndStop(count: Int) async throws {
        for _ in 0..<count {
            let server = try RealtimeDatabaseServer(engine: MemoryEngine())
            let stream = try await server.stream("/a.json")
            _ = await stream.events(1)
            _ = try await server.get("/a.json")
            stream.close()
            await onThread { server.stop() }
        }
    }
}
