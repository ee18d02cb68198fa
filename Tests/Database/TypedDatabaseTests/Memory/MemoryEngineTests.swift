import Foundation
import TestSupport
import Testing

@testable import TypedDatabase

@Suite struct MemoryEngineTests {
    @Test func aBatchHasOneTimeOfTheGivenClock() async throws {
        let engine = MemoryEngine(["a": ["old": 1]], now: { Date(timeIntervalSince1970: 12.3456) })
        try await engine.write([
            TreeEdit(["a", "x"], .set(PendingValue(nil, serverTimes: [.root]))),
            TreeEdit(["b"], .set(PendingValue(["n": 1], serverTimes: [["at"], ["c", "at"]]))),
        ])
        #expect(
            engine.value == [
                "a": ["old": 1, "x": 12345],
                "b": ["n": 1, "at": 12345, "c": ["at": 12345]],
            ])
    }

    @Test func aWatchIsCountedFromItsFirstUpdateToItsRelease() async throws {
        let engine = MemoryEngine()
        var watch: (any TreeWatch)? = engine.watch(["a"], .all)
        #expect(engine.watchCount == 0)
        _ = try await watch?.next()
        #expect(engine.watchCount == 1)
        watch = nil
        #expect(engine.watchCount == 0)
        #expect(watch == nil)
    }

    @Test func cancellingAWatchEndsItsWait() async throws {
        let engine = MemoryEngine()
        let watch = engine.watch(["a"], .all)
        _ = try await watch.next()
        let next = Task { try await watch.next() }
        await Task.yield()
        watch.cancel()
        await #expect(throws: CancellationError.self) { try await next.value }
        #expect(engine.watchCount == 0)
        await #expect(throws: CancellationError.self) { try await watch.next() }
        #expect(engine.watchCount == 0)
    }

    /// A write and the updates of a watch at `a`, which has `["b": ["c": 1, "d": 2], "e": 3]`.
    @Test(
        arguments: [
            (["a", "b", "c"], 5, [TreeUpdate(["b", "c"], 5)]),
            (["a", "b", "c"], nil, [TreeUpdate(["b", "c"], nil)]),
            (["a", "e", "f"], 5, [TreeUpdate(["e"], ["f": 5])]),
            (["a"], 5, [TreeUpdate(.root, 5)]),
            ([], nil, [TreeUpdate(.root, nil)]),
            ([], ["a": ["b": ["c": 1, "d": 4], "e": 3]], [TreeUpdate(["b", "d"], 4)]),
        ] as [(TreePlace, TreeValue?, [TreeUpdate])])
    func anUpdateIsAboutNoMoreThanHasChanged(
        _ place: TreePlace, _ value: TreeValue?, _ updates: [TreeUpdate]
    ) async throws {
        let engine = MemoryEngine(["a": ["b": ["c": 1, "d": 2], "e": 3]])
        let watch = engine.watch(["a"], .all)
        #expect(
            try await watch.next() == [TreeUpdate(.root, ["b": ["c": 1, "d": 2], "e": 3])])
        try await engine.set(value, at: place)
        #expect(try await watch.next() == updates)
    }

    @Test func aWriteThatChangesNothingIsNoUpdate() async throws {
        let engine = MemoryEngine(["a": ["b": 1]])
        let watch = engine.watch(["a"], .all)
        _ = try await watch.next()
        try await engine.set(1, at: ["a", "b"])
        try await engine.set(nil, at: ["a", "b", "c"])
        try await engine.set(2, at: ["a", "d"])
        #expect(try await watch.next() == [TreeUpdate(["d"], 2)])
    }

    @Test func aWindowIsToldOfTheSelectedChildrenOnly() async throws {
        let engine = MemoryEngine(["a": ["x": 1, "y": 2, "z": 3]])
        let watch = engine.watch(["a"], TreeSelection(order: .value, limit: .last(2)))
        #expect(try await watch.next() == [TreeUpdate(.root, ["y": 2, "z": 3])])
        try await engine.set(0, at: ["a", "x"])
        try await engine.set(nil, at: ["a", "z"])
        #expect(try await Set(watch.next()) == [TreeUpdate(["x"], 0), TreeUpdate(["z"], nil)])
        try await engine.set(1, at: ["a"])
        #expect(try await watch.next() == [TreeUpdate(.root, nil)])
    }

    @Test func watchesAreToldOfWritesAtAboveAndBelowThem() {
        let places: [TreePlace] = [[], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "x"], ["z"]]
        var tree = WatchTree()
        let signals = places.map { WatchSignal($0) }
        for signal in signals { tree.insert(signal) }
        #expect(tree.count == 6)
        let told = tree.record(["a", "b"])
        let expected = signals.filter { TreePlace(["a", "b"]).changed(in: $0.place) != nil }
        #expect(Set(told.map(ObjectIdentifier.init)) == Set(expected.map(ObjectIdentifier.init)))
        #expect(told.count == 4)
        for signal in signals { tree.remove(signal) }
        #expect(tree.isEmpty)
    }

    @Test func manyWatchesSomeCancelledEndWithTheRightState() async throws {
        let engine = MemoryEngine()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<Effort.times(60) {
                group.addTask { try await follow(engine, number) }
            }
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<250 {
                        try await engine.set(
                            .integer(Int64(number)), at: ["a", "\(writer)", "\(number % 10)"])
                    }
                    try await engine.set(true, at: ["done", "\(writer)"])
                }
            }
            try await group.waitForAll()
        }
        #expect(engine.watchCount == 0)
    }

    /// Every third ends at some time; every second is slow; every fourth sees a window.
    private func follow(_ engine: MemoryEngine, _ number: Int) async throws {
        let selection = number % 4 == 0 ? TreeSelection(limit: .last(3)) : .all
        let watch = engine.watch(.root, selection)
        var state: TreeValue?
        var count = 0
        while state?.children["done"]?.children.count != 4 {
            for update in try await watch.next() { state[update.place] = update.value }
            count += 1
            if number % 3 == 0, count == number / 3 { return }
            if number % 2 == 0 { try await Task.sleep(for: .microseconds(number)) }
        }
        let expected = TreeValue(
            TreeChildren(
                (0..<4).map { writer in
                    (
                        "\(writer)",
                        TreeValue(TreeChildren((0..<10).map { ("\($0)", .integer(240 + $0)) }))!
                    )
                }))
        #expect(state?.children["a"] == expected)
    }
}

extension DatabaseEngine {
    fileprivate func set(_ value: TreeValue?, at place: TreePlace) async throws {
        try await write([TreeEdit(place, .set(PendingValue(value)))])
    }
}
