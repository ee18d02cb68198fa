import TestSupport
import Testing
import TypedPaths

@testable import TypedDatabase

/// Changes through an engine, with bounds and limits, for readers that are fast or slow.
@Suite struct RandomObservationTests {
    private static let seed = Seed.make(for: "RandomObservationTests")

    @Test(arguments: 0..<150 as Range<UInt64>)
    func changesLeadToWhatIsRead(_ round: UInt64) async throws {
        var random = SplitMix64(seed: Self.seed &+ round)
        let database = TreeDatabase(MemoryEngine())
        let query = query(of: database, using: &random)
        var changes = query.changes().makeAsyncIterator()
        var snapshots = query.snapshots().makeAsyncIterator()
        var array: [Child<String, Int>] = []
        try await changes.next()?.apply(to: &array)
        _ = try await snapshots.next()
        for _ in 0..<10 {
            let before = try await query.get()
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                try await writeSome(to: database, using: &random)
            }
            let after = try await query.get()
            // Nothing may have changed, or only in between: then there is nothing to wait for.
            if before == after { continue }
            repeat {
                try await changes.next()?.apply(to: &array)
            } while !array.elementsEqual(after)
            while try await snapshots.next() != after {}
        }
    }

    private func writeSome(
        to database: TreeDatabase, using random: inout some RandomNumberGenerator
    ) async throws {
        let scores = Path().scores
        var batch = TreeBatch(database)
        for key in 0..<12 where Int.random(in: 0..<5, using: &random) == 0 {
            let path = scores.child(key)
            if Int.random(in: 0..<3, using: &random) == 0 {
                batch.remove(at: path)
            } else {
                batch.set(Int.random(in: 0..<5, using: &random), at: path)
            }
        }
        if Int.random(in: 0..<15, using: &random) == 0 {
            try await database.remove(at: scores)
        } else {
            let edits = batch
            try await database.write { $0 = edits }
        }
    }

    /// One of the queries that a collection has.
    private func query(
        of database: TreeDatabase, using random: inout some RandomNumberGenerator
    ) -> TreeQuery<String, Int, Limited> {
        var request = ChildrenRequest(database, ["scores"])
        if Bool.random(using: &random) {
            request = request.ordered { .root }
            if Bool.random(using: &random) {
                request = request.bounded(
                    .lower, by: 1.0, isInclusive: .random(using: &random))
            }
            if Bool.random(using: &random) { request = request.bounded(.upper, by: 3.0) }
        }
        if Bool.random(using: &random) { request = request.reversed() }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: request = request.first(Int.random(in: 1...6, using: &random))
        case 1: request = request.last(Int.random(in: 1...6, using: &random))
        default: break
        }
        return TreeQuery(request: request)
    }
}

@Suite(.timeLimit(.minutes(1))) struct ManyObserversTests {
    /// How an observer behaves.
    private enum Pace: CaseIterable {
        case fast, slow, cancelled
    }

    @Test func eachThatLivesEndsWithTheRightState() async throws {
        let engine = MemoryEngine()
        let database = TreeDatabase(engine)
        let last = -1
        let collection = Path().scores
        let observerCount = Effort.times(60)
        let observers = (0..<observerCount).map { index in
            let pace = Pace.allCases[index % Pace.allCases.count]
            return (pace, Task { try await observe(database, pace, until: last) })
        }
        for number in 0..<10 * observerCount {
            try await database.set(number, at: collection.child("\(number % 20)"))
            if number % 10 == 0 {
                let (pace, task) = observers[number / 10]
                if pace == .cancelled { task.cancel() }
            }
        }
        try await database.set(last, at: collection.child("last"))
        let state = try await database.children(of: collection).get().decoded()
        for (pace, task) in observers {
            let seen = try await task.value
            if pace != .cancelled { #expect(seen == state) }
        }
        #expect(engine.watchCount == 0)
    }

    /// The values, as of when the last one was there.
    private func observe(
        _ database: TreeDatabase, _ pace: Pace, until last: Int
    ) async throws -> [Int] {
        var children: [Child<String, Int>] = []
        for try await changes in database.children(of: Path().scores).changes() {
            changes.apply(to: &children)
            let values = try children.decoded()
            if values.contains(last) { return values }
            if pace == .slow { try await Task.sleep(for: .milliseconds(20)) }
        }
        return try children.decoded()
    }
}
