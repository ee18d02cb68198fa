import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase
import TypedPaths

@testable import TypedDatabaseFirebase

/// Batches under observed queries. With `TEST_EFFORT=20`, there are 2,000.
@Suite struct ObservedBatchTests {
    private static let scores: Path<Int>.Collection = Path.append(Path(), "scores")
    private static let queue: Path<Int>.Collection = Path.append(Path(), "queue")

    @Test func anObservedQueryNeverShowsAPartOfABatch() async throws {
        let count = Effort.times(100)
        try await ServedEngine.run { served in
            let database = TreeDatabase(served.engine)
            try await Self.write(0, to: database)
            try await withThrowingTaskGroup { group in
                let scores = database.children(of: Self.scores)
                for snapshots in [scores.starting(at: "b").snapshots(), scores.last(3).snapshots()]
                {
                    group.addTask {
                        for try await children in snapshots {
                            let numbers = try children.decoded()
                            try #require(Set(numbers).count == 1, "\(numbers)")
                            if numbers.first == count { return }
                        }
                    }
                }
                let queue = database.children(of: Self.queue)
                let windows = [
                    (queue.first(1).snapshots(), 1), (queue.first(3).snapshots(), 3),
                    (queue.last(2).snapshots(), 2),
                ]
                for (snapshots, size) in windows {
                    group.addTask {
                        for try await children in snapshots {
                            let numbers = try children.decoded()
                            let first = try #require(numbers.first)
                            try #require(numbers == Array(first..<first + size))
                            if numbers.contains(count) { return }
                        }
                    }
                }
                while await served.streamCount < 5 { try await Task.sleep(for: .milliseconds(1)) }
                for number in 1...count { try await Self.write(number, to: database) }
                try await group.waitForAll()
            }
        }
    }

    /// Sets all scores to a number, and replaces the three numbers in the queue by those from it on.
    private static func write(_ number: Int, to database: TreeDatabase) async throws {
        try await database.write { batch in
            for key in ["a", "b", "c", "d"] {
                batch.set(number, at: Path.append(Path(), "scores", key) as Path<Int>)
            }
            for gone in max(0, number - 3)..<number { batch.remove(at: element(gone)) }
            for new in number..<number + 3 { batch.set(new, at: element(new)) }
        }
    }

    private static func element(_ number: Int) -> Path<Int> {
        Path.append(Path(), "queue", "k\(100_000 + number)")
    }
}
