import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite struct WatchTests {
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

    @Test func closingEndsWatchesAndEverythingElse() async throws {
        let watch = engine.watch(["x"], .all)
        _ = try await watch.next()
        let waiting = Task { try await watch.next() }
        await engine.close()
        await #expect(throws: SQLiteEngine.closed) { _ = try await waiting.value }
        await #expect(throws: SQLiteEngine.closed) { _ = try await engine.read(.root, .all) }
        await #expect(throws: SQLiteEngine.closed) { try await engine.set(1, at: ["x"]) }
        await #expect(throws: SQLiteEngine.closed) { try await engine.compact() }
        await #expect(throws: SQLiteEngine.closed) { _ = try await engine.checkIntegrity() }
        await #expect(throws: SQLiteEngine.closed) { try await engine.backup(to: folder["b"]) }
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
        let seed = Seed.make()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, writer) in [engine, other].enumerated() {
                group.addTask {
                    var random = SplitMix64(seed: seed &+ UInt64(index))
                    for _ in 0..<1000 {
                        let pair = accounts.shuffled(using: &random).prefix(2)
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

    /// Of two engines with one file, and with indexes or without.
    @Test(arguments: [nil, SQLiteEngineConformanceTests.everything])
    func updatesLeadToTheStateThatAReadFinds(_ indexes: [String: [String]]?) async throws {
        let engines = try (0..<2).map { _ in
            try SQLiteEngine(at: folder.path("b.sqlite"), indexes: indexes)
        }
        var random = SplitMix64(seed: Seed.make())
        var watched: [(TreePlace, TreeSelection, Observer)] = []
        for index in 0..<60 {
            let place = RandomEdits.place(&random)
            let selection = index < 12 ? .all : RandomEdits.selection(&random)
            let pauses: [Duration] = [.zero, .milliseconds(3), .milliseconds(50)]
            let observer = Observer(engines[0].watch(place, selection), pause: pauses[index % 3])
            watched.append((place, selection, observer))
        }
        for _ in 0..<Effort.times(15) {
            for _ in 0..<30 {
                try await random.pick(engines).write(RandomEdits.edits(&random))
            }
            for (place, selection, observer) in watched {
                try await observer.reach(try await engines[0].read(place, selection).value)
            }
        }
    }
}
