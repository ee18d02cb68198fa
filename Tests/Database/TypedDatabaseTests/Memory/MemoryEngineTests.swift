import Testing

@testable import TypedDatabase

@Suite struct MemoryEngineTests {
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
}
