import Foundation

/// Work for a library.
struct Work: Sendable {
    /// The unit of a cost.
    enum Unit {
        case seconds, bytes
    }

    let name: String

    /// The bars for the ratio of this library's cost to that of GRDB, and of statements by hand.
    ///
    /// Those for GRDB are what is aimed at; where this library was faster already, a tenth above its
    /// ratio before records were rows. Those by hand are a tenth above the highest of four runs in
    /// which the others held, since threads that wake each other make two runs differ by as much.
    let bars: (grdb: Double, byHand: Double)
    var unit = Unit.seconds

    /// Does the work, perhaps more than once. Returns the cost of one time.
    let cost: @Sendable (Library, Scale) async throws -> Double
}

extension Work {
    /// Returns the costs of two libraries, one pair per round: first one's, then the other's, or
    /// the other way round, after a round that doesn't count.
    func costs(
        _ first: Library, _ second: Library, scale: Scale, rounds: Int
    ) async throws -> [(first: Double, second: Double)] {
        var costs: [(first: Double, second: Double)] = []
        for round in 0...rounds {
            if round.isMultiple(of: 2) {
                let cost = try await cost(first, scale)
                costs.append((cost, try await self.cost(second, scale)))
            } else {
                let cost = try await cost(second, scale)
                costs.append((try await self.cost(first, scale), cost))
            }
        }
        return Array(costs.dropFirst())
    }
}

extension Work {
    static func all(_ scale: Scale) -> [Work] {
        reads(scale) + writes + observations + inserts(scale)
    }

    private static func reads(_ scale: Scale) -> [Work] {
        [
            Work(name: "read one by key, from 16 tasks", bars: (0.21, 1.7)) { library, scale in
                try await seconds {
                    try await withThrowingTaskGroup { group in
                        for _ in 0..<16 {
                            group.addTask {
                                for _ in 0..<100 { try await readOne(library, scale) }
                            }
                        }
                        try await group.waitForAll()
                    }
                } / 1600
            },
            Work(name: "read one by key, awaited", bars: (0.39, 2.7)) { library, scale in
                try await seconds(500) { try await readOne(library, scale) }
            },
            Work(name: "read all \(scale.small), decoded", bars: (1.3, 4.5)) { library, scale in
                try await seconds { try await library.small.people().expect(scale.small) }
            },
            Work(name: "page of 50 by key, in \(scale.large)", bars: (1.1, 2.6)) { library, scale in
                try await seconds(50) {
                    try await library.large.people(from: scale.largeKey(), limit: 50).expect(50)
                }
            },
            Work(name: "page of 50 by an index, in \(scale.large)", bars: (1.3, 3.3)) {
                library, scale in
                try await seconds(50) {
                    let score = Int.random(in: 0..<scale.large * 9 / 10)
                    try await library.large.people(fromScore: score, limit: 50).expect(50)
                }
            },
            Work(name: "keys of \(scale.large)", bars: (1.5, 2.6)) { library, scale in
                try await seconds { try await library.large.keys().expect(scale.large) }
            },
        ]
    }

    private static func readOne(_ library: Library, _ scale: Scale) async throws {
        let key = scale.smallKey()
        guard try await library.small.person(key)?.id == key else { throw WrongResult() }
    }

    private static let writes = [
        Work(name: "update one field", bars: (0.99, 1.9)) { library, scale in
            try await seconds(300) {
                try await library.small.setScore(.random(in: 0..<1000), of: scale.smallKey())
            }
        },
        Work(name: "read, change, write one", bars: (0.95, 2.8)) { library, scale in
            try await seconds(300) { try await library.small.addToScore(of: scale.smallKey()) }
        },
    ]

    private static let observations = [
        Work(name: "observe one: write to seen", bars: (0.57, 4.2)) { library, scale in
            let scores = newScores(200)
            let key = scale.smallKey()
            return try await library.small.seconds(toSee: scores, of: key) / Double(scores.count)
        },
        Work(name: "observe the best 10: write to seen", bars: (0.97, 5.1)) { library, scale in
            let scores = newScores(50)
            let keys = scores.map { _ in scale.largeKey() }
            return try await library.large.seconds(toSeeBest: scores, of: keys)
                / Double(scores.count)
        },
    ]

    private static func inserts(_ scale: Scale) -> [Work] {
        let few = Person.samples(scale.small / 10)
        let many = Person.samples(scale.small)
        let each = Work(
            name: "insert \(few.count), a transaction each", bars: (1.13, 1.7)
        ) { library, _ in
            try await library.withNewFile(isIndexed: false) { store in
                try await seconds { for person in few { try await store.insert([person]) } }
            }.result
        }
        return [each] + inserts(many, isIndexed: false, barsByHand: (5.5, 1.43))
            + inserts(many, isIndexed: true, barsByHand: (5.3, 1.66))
    }

    private static func inserts(
        _ people: [Person], isIndexed: Bool, barsByHand: (time: Double, size: Double)
    ) -> [Work] {
        let suffix = isIndexed ? ", indexed" : ""
        return [
            Work(
                name: "insert \(people.count) in one\(suffix)", bars: (1.2, barsByHand.time)
            ) { library, _ in
                try await library.withNewFile(isIndexed: isIndexed) { store in
                    try await seconds { try await store.insert(people) }
                }.result
            },
            Work(
                name: "size of a file of \(people.count)\(suffix)", bars: (1.4, barsByHand.size),
                unit: .bytes
            ) { library, _ in
                try await library.withNewFile(isIndexed: isIndexed) { store in
                    try await store.insert(people)
                }.bytes
            },
        ]
    }
}

/// The error for a result that isn't the expected one.
struct WrongResult: Error {}

extension Array {
    func expect(_ count: Int) throws {
        guard self.count == count else { throw WrongResult() }
    }
}

/// Returns scores above all earlier ones.
private func newScores(_ count: Int) -> Range<Int> {
    // A write takes more than a microsecond.
    let first = Int(Date().timeIntervalSince1970 * 1e6)
    return first..<first + count
}

// MARK: - Libraries

/// A library, with its files of people.
struct Library: Sendable {
    private let folder: URL
    private let open: @Sendable (_ path: String, _ isIndexed: Bool) throws -> any PeopleStore

    /// Many people, without an index.
    let small: any PeopleStore

    /// Ten times as many, with an index of their scores.
    let large: any PeopleStore

    init(
        in folder: URL, _ scale: Scale,
        open: @escaping @Sendable (_ path: String, _ isIndexed: Bool) throws -> any PeopleStore
    ) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder
        self.open = open
        small = try open(folder.appendingPathComponent("small.sqlite").path, false)
        large = try open(folder.appendingPathComponent("large.sqlite").path, true)
        try await small.insert(Person.samples(scale.small))
        for start in stride(from: 0, to: scale.large, by: 10_000) {
            let end = min(start + 10_000, scale.large)
            try await large.insert((start..<end).map { Person($0) })
        }
    }

    /// Calls a closure with a new file, and returns its size once it is closed, and the result.
    func withNewFile<Result>(
        isIndexed: Bool, _ body: (any PeopleStore) async throws -> Result
    ) async throws -> (bytes: Double, result: Result) {
        let file = folder.appendingPathComponent("new.sqlite")
        let store = try open(file.path, isIndexed)
        let result = try await body(store)
        try await store.close()
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        try FileManager.default.removeItem(at: file)
        return ((attributes[.size] as? NSNumber)?.doubleValue ?? .nan, result)
    }
}

/// The sizes of the files.
struct Scale: Sendable {
    let small: Int
    var large: Int { 10 * small }

    func smallKey() -> String { Person.key(.random(in: 0..<small)) }

    /// Returns the key of a person with a page of people after it.
    func largeKey() -> String { Person.key(.random(in: 0..<large - 50)) }
}

// MARK: - Time

/// Elapsed time, for which a person waits; or with `--cpu` the processor time of all threads, for a
/// machine on which other programs run.
private let clock =
    CommandLine.arguments.contains("--cpu") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC

/// The seconds of a clock that never goes back.
var now: Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the seconds of a function, per repetition.
func seconds(_ repetitions: Int = 1, _ body: () async throws -> Void) async throws -> Double {
    let start = now
    for _ in 0..<repetitions { try await body() }
    return (now - start) / Double(repetitions)
}
