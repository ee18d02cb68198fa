import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite(.timeLimit(.minutes(5))) struct ObserverTests {
    /// Observers of all kinds, of places that are written all the time; some are slow, and some of
    /// them are cancelled at any time.
    @Test func eachObserverThatLivesEndsWithTheRightStateAndNoneIsLeft() async throws {
        let folder = try TemporaryFolder()
        let engine = try SQLiteEngine(at: folder.path("a.sqlite"))
        let count = Effort.times(100)
        let writes = Effort.times(1000)
        var random = SplitMix64(seed: Seed.make())

        let observed = (0..<count).map { index in
            let place: TreePlace = index % 10 == 0 ? ["c"] : ["c", TreeKey("\(index % 97)")]
            let selection = index % 3 == 0 ? TreeSelection(limit: .last(3)) : .all
            let pauses: [Duration] = [.zero, .zero, .zero, .milliseconds(7), .milliseconds(40)]
            let watch = engine.watch(place, selection)
            return (place, selection, observer: Observer(watch, pause: pauses[index % 5]))
        }
        var living = observed.indices.map { $0 }
        for number in 0..<writes {
            let child = TreeKey("\(Int.random(in: 0..<97, using: &random))")
            let key = TreeKey("\(Int.random(in: 0..<6, using: &random))")
            let value: TreeValue? = number % 7 == 0 ? nil : .integer(Int64(number))
            try await engine.set(value, at: ["c", child, key])
            if number % (2 * writes / count) == 0, living.count > count / 2 {
                let index = living.indices.randomElement(using: &random) ?? 0
                observed[living.remove(at: index)].observer.cancel()
            }
        }
        for index in living {
            let (place, selection, observer) = observed[index]
            try await observer.reach(try await engine.read(place, selection).value)
        }
        #expect(engine.watchCount == living.count)
        for (_, _, observer) in observed {
            observer.cancel()
            await observer.end()
        }
        #expect(engine.watchCount == 0)
    }
}
