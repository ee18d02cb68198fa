import Foundation

/// Work for a library, and the bar for its cost relative to GRDB's.
struct Work: Sendable {
    let name: String
    let bar: Double
    var unit = Unit.seconds

    /// Does the work, perhaps more than once. Returns the cost of one time.
    let cost: @Sendable (Library, Scale) async throws -> Double
}

extension Work {
    static func all(_ scale: Scale) -> [Work] {
        reads(scale) + writes + observations + inserts(scale)
    }

    private static func reads(_ scale: Scale) -> [Work] {
        [
            Work(name: "read one by key, from 16 tasks", bar: 0.17) { library, scale in
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
            Work(name: "read one by key, awaited", bar: 0.39) { library, scale in
                try await seconds(500) { try await readOne(library, scale) }
            },
            Work(name: "read all \(scale.small), decoded", bar: 1.3) { library, scale in
                try await seconds { try await library.small.people().expect(scale.small) }
            },
            Work(name: "page of 50 by key, in \(scale.large)", bar: 1.1) { library, scale in
                try await seconds(50) {
                    try await library.large.people(from: scale.largeKey(), limit: 50).expect(50)
                }
            },
            Work(name: "page of 50 by an index, in \(scale.large)", bar: 1.3) { library, scale in
                try await seconds(50) {
                    let score = Int.random(in: 0..<scale.large * 9 / 10)
                    try await library.large.people(fromScore: score, limit: 50).expect(50)
                }
            },
            Work(name: "keys of \(scale.large)", bar: 1.5) { library, scale in
                try await seconds { try await library.large.keys().expect(scale.large) }
            },
        ]
    }

    private static func readOne(_ library: Library, _ scale: Scale) async throws {
        let key = scale.smallKey()
        guard try await library.small.person(key)?.id == key else { throw WrongResult() }
    }

    private static let writes = [
        Work(name: "update one field", bar: 0.99) { library, scale in
            try await seconds(300) {
                try await library.small.setScore(.random(in: 0..<1000), of: scale.smallKey())
            }
        },
        Work(name: "read, change, write one", bar: 0.95) { library, scale in
            try await seconds(300) { try await library.small.addToScore(of: scale.smallKey()) }
        },
    ]

    private static let observations = [
        Work(name: "observe one: write to seen", bar: 0.57) { library, scale in
            let scores = newScores(200)
            let key = scale.smallKey()
            return try await library.small.seconds(toSee: scores, of: key) / Double(scores.count)
        },
        Work(name: "observe the best 10: write to seen", bar: 0.61) { library, scale in
            let scores = newScores(50)
            let keys = scores.map { _ in scale.largeKey() }
            return try await library.large.seconds(toSeeBest: scores, of: keys)
                / Double(scores.count)
        },
    ]

    private static func inserts(_ scale: Scale) -> [Work] {
        let few = Person.samples(scale.small / 10)
        let many = Person.samples(scale.small)
        return [
            Work(name: "insert \(few.count), a transaction each", bar: 1.13) { library, _ in
                try await library.withNewFile(isIndexed: false) { store in
                    try await seconds { for person in few { try await store.insert([person]) } }
                }.result
            }
        ]
            + [false, true].flatMap { isIndexed in
                let suffix = isIndexed ? ", indexed" : ""
                return [
                    Work(name: "insert \(many.count) in one\(suffix)", bar: 1.2) { library, _ in
                        try await library.withNewFile(isIndexed: isIndexed) { store in
                            try await seconds { try await store.insert(many) }
                        }.result
                    },
                    Work(
                        name: "size of a file of \(many.count)\(suffix)", bar: 1.4, unit: .bytes
                    ) { library, _ in
                        try await library.withNewFile(isIndexed: isIndexed) { store in
                            try await store.insert(many)
                        }.bytes
                    },
                ]
            }
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
