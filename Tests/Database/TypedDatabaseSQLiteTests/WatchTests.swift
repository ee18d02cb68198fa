import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite(.timeLimit(.minutes(5))) struct WatchTests {
    let folder: TemporaryFolder
    let engine: SQLiteEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SQLiteEngine(at: folder.path("a.sqlite"))
    }

    @Test func theFirstUpdateIsTheStateAndLaterOnesAreWhatHasChanged() async throws {
        try await engine.set(["a": 1, "b": ["c": 2]], at: ["x"])
        let watch = engine.watch(["x"], .all)
        #expect(try await watch.next() == [TreeUpdate(.root, ["a": 1, "b": ["c": 2]])])
        try await engine.set(3, at: ["x", "b", "d"])
        #expect(try await watch.next() == [TreeUpdate(["b", "d"], 3)])
        try await engine.set(1, at: ["y"])
        try await engine.set(4, at: ["x", "a"])
        #expect(try await watch.next() == [TreeUpdate(["a"], 4)])
        try await engine.set(nil, at: .root)
        #expect(try await watch.next() == [TreeUpdate(.root, nil)])
    }

    @Test func aScalarThatBecameChildrenAndNothingAgainIsNothing() async throws {
        try await engine.set(1, at: ["x", "a"])
        let watch = engine.watch(["x"], .all)
        _ = try await watch.next()
        try await engine.set(2, at: ["x", "a", "b"])
        try await engine.set(nil, at: ["x", "a", "b"])
        #expect(try await watch.next() == [TreeUpdate(["a"], nil)])
    }

    @Test func aWindowHasThoseThatEnterAndLeave() async throws {
        try await engine.set(["k1": 1, "k2": 2, "k3": 3], at: ["x"])
        let watch = engine.watch(["x"], TreeSelection(limit: .last(2)))
        #expect(try await watch.next() == [TreeUpdate(.root, ["k2": 2, "k3": 3])])
        try await engine.set(4, at: ["x", "k4"])
        #expect(try await watch.next() == [TreeUpdate(["k2"], nil), TreeUpdate(["k4"], 4)])
        try await engine.set(0, at: ["x", "k1"])
        try await engine.set(nil, at: ["x", "k3"])
        #expect(try await watch.next() == [TreeUpdate(["k3"], nil), TreeUpdate(["k2"], 2)])
    }

    @Test func writesOfAnotherEngineAreSeen() async throws {
        let other = try SQLiteEngine(at: folder.path("a.sqlite"))
        try await other.set(1, at: ["x"])
        var state = WatchedState(engine.watch(["x"], .all))
        try await state.update(until: 1)
        for number in 2..<20 as Range<Int64> {
            try await other.set(.integer(number), at: ["x"])
            try await state.update(until: .integer(number))
        }
    }

    @Test func cancellingTheTaskEndsOneWaitAndNotTheWatch() async throws {
        let watch = engine.watch(["x"], .all)
        _ = try await watch.next()
        let waiting = Task { try await watch.next() }
        try await Task.sleep(for: .milliseconds(20))
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        try await engine.set(1, at: ["x"])
        #expect(try await watch.next() == [TreeUpdate(.root, 1)])
    }

    @Test func aCancelledWatchEnds() async throws {
        let watch = engine.watch(["x"], .all)
        _ = try await watch.next()
        let waiting = Task { try await watch.next() }
        watch.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        await #expect(throws: CancellationError.self) { _ = try await watch.next() }
        let unused = engine.watch(["x"], .all)
        unused.cancel()
        await #expect(throws: CancellationError.self) { _ = try await unused.next() }
        #expect(engine.watchCount == 0)
    }

    @Test func closingEndsWatchesAndEverythingElse() async throws {
        let watch = engine.watch(["x"], .all)
        _ = try await watch.next()
        let waiting = Task { try await watch.next() }
        await engine.close()
        await #expect(throws: SQLiteEngine.closed) { _ = try await waiting.value }
        await #expect(throws: SQLiteEngine.closed) { _ = try await engine.read(.root, .all) }
        await #expect(throws: SQLiteEngine.closed) { try await engine.set(1, at: ["x"]) }
        await engine.close()
        #expect(try folder.names == ["a.sqlite"])
    }

    /// Each batch moves something from one account to another, so whoever sees it in part sees that
    /// the sum isn't what it was.
    @Test func aBatchIsNeverSeenInPart() async throws {
        let other = try SQLiteEngine(at: folder.path("a.sqlite"))
        let accounts: [TreeKey] = ["a", "b", "c", "d", "e"]
        try await engine.set(["a": 0, "b": 0, "c": 0, "d": 0, "e": 0], at: .root)
        let observers = (0..<8).map { index in
            let selection = TreeSelection(limit: .last(5))
            let watched = [engine, other][index % 2].watch(.root, index < 4 ? .all : selection)
            return Observer(watched) { state in
                let numbers = (state?.children ?? TreeChildren()).map { _, value in
                    if case .integer(let number) = value { number } else { Int64.min }
                }
                let sum = numbers.reduce(0, +)
                #expect(sum == 0, "\(state as Any)")
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in [engine, other] {
                group.addTask {
                    for _ in 0..<1000 {
                        let pair = accounts.shuffled().prefix(2)
                        try await writer.write(
                            zip(pair, [7, -7]).map { TreeEdit([$0], .increment($1)) })
                    }
                }
            }
            try await group.waitForAll()
        }
        let state = try await engine.read(.root, .all).value
        for observer in observers { try await observer.reach(state) }
    }

    @Test(arguments: 0..<3 as Range<UInt64>)
    func updatesLeadToTheStateThatAReadFinds(_ seed: UInt64) async throws {
        let other = try SQLiteEngine(at: folder.path("a.sqlite"))
        var random = SplitMix64(seed: seed)
        var watched: [(TreePlace, TreeSelection, Observer)] = []
        for index in 0..<60 {
            let place = RandomEdits.place(&random)
            let selection = index < 12 ? .all : RandomEdits.selection(&random)
            let pauses: [Duration] = [.zero, .milliseconds(3), .milliseconds(50)]
            let observer = Observer(engine.watch(place, selection), pause: pauses[index % 3])
            watched.append((place, selection, observer))
        }
        for _ in 0..<10 {
            for _ in 0..<30 {
                let writer = Bool.random(using: &random) ? engine : other
                try await writer.write(RandomEdits.edits(&random))
            }
            for (place, selection, observer) in watched {
                try await observer.reach(try await engine.read(place, selection).value)
            }
        }
    }
}
