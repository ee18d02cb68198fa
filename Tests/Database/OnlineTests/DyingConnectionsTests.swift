import Foundation
import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

/// Connections die at random while many write and many watch.
///
/// With `TEST_EFFORT=10`, 100 watch and 5,000 writes happen while 1,000 connections die.
@Suite struct DyingConnectionsTests {
    @Test func acknowledgedWritesSurviveAndObserversConverge() async throws {
        let (observerCount, writeCount) = (Effort.times(10), Effort.times(500))
        let memory = MemoryEngine()
        var options = RealtimeDatabaseServer.Options()
        options.demandsIndexes = false
        let server = try RealtimeDatabaseServer(engine: memory, options: options)
        // Observers of one engine share connections, so there are several.
        let engines = try (0..<10).map { _ in try DevelopmentServer.engine(server) }
        var observers: [Observer] = []
        for index in 0..<observerCount {
            let observer = Observer(index, in: engines[index % 10])
            try await observer.hasBegun()
            observers.append(observer)
        }

        let deaths = Deaths(seed: Seed.make())
        server.faults.decide { _ in deaths.next() }
        let acknowledged = try await Self.write(writeCount, to: engines)
        server.faults.removeAll()

        let value = memory.value
        #expect(deaths.count >= Effort.times(100))
        #expect(acknowledged.count > writeCount / 2)
        let lost = acknowledged.filter { value[["all", TreeKey("\($0)")]] != .integer(Int64($0)) }
        #expect(lost == [])
        for observer in observers { await observer.expect(value) }
        await onThread { server.stop() }
    }

    /// Writes numbers under keys of their own.
    ///
    /// - Returns: the numbers whose write has returned. Others may be there as well.
    private static func write(_ count: Int, to engines: [FirebaseEngine]) async throws -> [Int] {
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for (index, engine) in engines.enumerated() {
                group.addTask {
                    var acknowledged: [Int] = []
                    for number in stride(from: index, to: count, by: engines.count) {
                        let place: TreePlace = ["all", TreeKey("\(number)")]
                        let edit = TreeEdit(place, .set(PendingValue(.integer(Int64(number)))))
                        do {
                            try await engine.write([edit])
                            acknowledged.append(number)
                        } catch let error as TreeDatabaseError
                            where [.outcomeUnknown, .unavailable].contains(error.kind)
                        {}
                    }
                    return acknowledged
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}

/// Lets one connection in four die, in one of several ways.
private final class Deaths: Sendable {
    private let state: Locked<(count: Int, random: SplitMix64)>

    init(seed: UInt64) {
        state = Locked((0, SplitMix64(seed: seed)))
    }

    var count: Int { state.withLock { $0.count } }

    func next() -> Fault? {
        state.withLock { state in
            guard Int.random(in: 0..<4, using: &state.random) == 0 else { return nil }
            state.count += 1
            let length = Int.random(in: 0..<2_000, using: &state.random)
            switch Int.random(in: 0..<4, using: &state.random) {
            case 0: return .drop
            case 1: return .reset(after: length / 10)
            case 2: return .cut(after: length / 10)
            default: return .cut(after: length)
            }
        }
    }
}

/// Follows the whole collection, a window of it, or one child, each for itself.
private final class Observer: Sendable {
    private let place: TreePlace
    private let selection: TreeSelection
    private let state: Locked<(hasBegun: Bool, value: TreeValue?)>
    private let task: Task<Void, any Error>

    init(_ index: Int, in engine: FirebaseEngine) {
        switch index % 4 {
        case 0: (place, selection) = (["all"], .all)
        case 1: (place, selection) = (["all"], TreeSelection(limit: .last(index)))
        case 2: (place, selection) = (["all"], TreeSelection(order: .value, limit: .first(index)))
        default: (place, selection) = (["all", TreeKey("\(index)")], .all)
        }
        let state = Locked((hasBegun: false, value: TreeValue?.none))
        self.state = state
        let watch = engine.watch(place, selection)
        task = Task {
            while true {
                let updates = try await watch.next()
                state.withLock { state in
                    state.hasBegun = true
                    for update in updates { state.value[update.place] = update.value }
                }
            }
        }
    }

    deinit {
        task.cancel()
    }

    func hasBegun() async throws {
        while !state.withLock({ $0.hasBegun }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Waits for the state to be that of a database, and ends.
    func expect(_ database: TreeValue?) async {
        let expected = selection.select(from: database[place])
        let deadline = ContinuousClock.now + Patience.limit
        while state.withLock({ $0.value }) != expected, .now < deadline {
            try? await Task.sleep(for: .milliseconds(10))
        }
        #expect(state.withLock { $0.value } == expected, "\(place) \(selection)")
        task.cancel()
    }
}
