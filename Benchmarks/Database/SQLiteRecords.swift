import Foundation
import TypedDatabase
import TypedDatabaseSQLite
import TypedPaths

extension Path where Element == Person {
    fileprivate var score: Path<Int> { Path.append(self, "score") }
}

extension Benchmark {
    /// Records in a file, against a table of SQLite with a column for each field.
    static let sqliteRecords = Benchmark(
        name: "database-sqlite-records",
        summary: "records of 8 fields, against a table that is read and written by hand"
    ) { session in
        let small = try PeopleFiles(session.isQuick ? 1000 : 10_000, in: session.folder)
        let large = try PeopleFiles(
            session.isQuick ? 10_000 : 100_000, isIndexed: true, in: session.folder)
        let new = [false, true].map { NewPeople(small.people, isIndexed: $0, in: session.folder) }
        let work: [(name: String, trials: [Trial])] = [
            ("read one by key", small.trials(300, small.readOne)),
            ("read all \(small.count), decoded", small.trials(1, small.readAll)),
            ("update one field", small.trials(300, small.updateOne)),
            ("page of 50 by key, in \(large.count)", large.trials(30, large.readPage)),
            ("page of 50 by an index", large.trials(30, large.readPageByScore)),
            ("keys of \(large.count)", large.trials(1, large.readKeys)),
            ("insert \(small.count) in one transaction", new[0].trials),
            ("the same, with an index", new[1].trials),
        ]
        let times = try session.measure(rounds: 15, work.flatMap(\.trials)).map(\.time)
        let sizes = try new.map { try $0.sizes() }
        let costs = work.enumerated().map { index, work in
            (work.name, times[2 * index], times[2 * index + 1], Figure.Unit.seconds)
        }
        return
            (costs + [
                ("size of the file", sizes[0].ours, sizes[0].byHand, .bytes),
                ("the same, with an index", sizes[1].ours, sizes[1].byHand, .bytes),
            ])
            .flatMap { name, ours, byHand, unit in
                [
                    Figure(name, ours, unit), Figure("  by hand", byHand, unit),
                    Figure("  ratio", ours / byHand, .ratio),
                ]
            }
    }
}

/// A file with people, and a table with the same.
private struct PeopleFiles: Sendable {
    /// A store of people, for one of the two.
    enum Side {
        case ours, byHand
    }

    let people: [Person]
    let database: TreeDatabase
    let table: PersonTable

    var count: Int { people.count }

    init(_ count: Int, isIndexed: Bool = false, in folder: TemporaryFolder) throws {
        let people = (0..<count).map { Person($0) }
        let database = TreeDatabase(
            try SQLiteEngine(
                at: folder["\(count)-ours.sqlite"],
                indexes: isIndexed ? ["people": ["score"]] : [:]))
        let table = try PersonTable(folder["\(count)-hand.sqlite"], isIndexed: isIndexed)
        try waitFor {
            try await database.insert(people)
            try await table.insert(people)
        }.get()
        self.people = people
        self.database = database
        self.table = table
    }

    /// Returns the trials of both.
    func trials(
        _ repetitions: Int, _ work: @escaping @Sendable (Side) async throws -> Void
    ) -> [Trial] {
        [Side.ours, .byHand].map { side in .awaiting(repetitions) { _ in try await work(side) } }
    }

    private var key: String { people[.random(in: 0..<count - 50)].id }

    func readOne(_ side: Side) async throws {
        let key = key
        let person =
            switch side {
            case .ours: try await database.value(at: Path().person(key))
            case .byHand: try await table.person(key)
            }
        guard person?.id == key else { throw missingPerson }
    }

    func readAll(_ side: Side) async throws {
        let people =
            switch side {
            case .ours: try await database.children(of: Path().people).get().decoded()
            case .byHand: try await table.people()
            }
        guard people.count == count else { throw missingPerson }
    }

    func readPage(_ side: Side) async throws {
        let page =
            switch side {
            case .ours:
                try await database.children(of: Path().people).starting(at: key).first(50).get()
                    .decoded()
            case .byHand: try await table.people(from: key, limit: 50)
            }
        guard page.count == 50 else { throw missingPerson }
    }

    func readPageByScore(_ side: Side) async throws {
        let score = Int.random(in: 0..<count / 2)
        let page =
            switch side {
            case .ours:
                try await database.children(of: Path().people).ordered(by: \.score)
                    .starting(at: score).first(50).get().decoded()
            case .byHand: try await table.people(fromScore: score, limit: 50)
            }
        guard page.count == 50 else { throw missingPerson }
    }

    func readKeys(_ side: Side) async throws {
        let keys =
            switch side {
            case .ours: Array(try await database.keys(of: Path().people))
            case .byHand: try await table.keys()
            }
        guard keys.count == count else { throw missingPerson }
    }

    func updateOne(_ side: Side) async throws {
        let score = Int.random(in: 0..<1000)
        switch side {
        case .ours: try await database.set(score, at: Path().person(key).score)
        case .byHand: try await table.setScore(score, of: key)
        }
    }
}

/// New files, into which people are inserted.
private struct NewPeople {
    let people: [Person]
    let isIndexed: Bool
    let folder: TemporaryFolder

    init(_ people: [Person], isIndexed: Bool, in folder: TemporaryFolder) {
        self.people = people
        self.isIndexed = isIndexed
        self.folder = folder
    }

    private func removeFiles() {
        for end in ["", "-wal", "-shm"] { folder.remove("new.sqlite" + end) }
    }

    @Sendable private func insertOurs() async throws {
        let indexes = isIndexed ? ["people": ["score"]] : [:]
        let engine = try SQLiteEngine(at: folder["new.sqlite"], indexes: indexes)
        try await TreeDatabase(engine).insert(people)
        await engine.close()
    }

    @Sendable private func insertByHand() async throws {
        try await PersonTable(folder["new.sqlite"], isIndexed: isIndexed).insert(people)
    }

    /// The trials of both.
    var trials: [Trial] {
        [
            .awaiting(1, prepare: removeFiles) { _ in try await insertOurs() },
            .awaiting(1, prepare: removeFiles) { _ in try await insertByHand() },
        ]
    }

    /// Returns the sizes of both files, once they are closed.
    func sizes() throws -> (ours: Samples, byHand: Samples) {
        func size(_ insert: @escaping @Sendable () async throws -> Void) throws -> Samples {
            removeFiles()
            try waitFor(insert).get()
            return Samples([try folder.size(of: "new.sqlite")])
        }
        return (try size(insertOurs), try size(insertByHand))
    }
}

private let missingPerson = CommandFailure("a person is missing")

extension TreeDatabase {
    fileprivate func insert(_ people: [Person]) async throws {
        try await write { batch in
            for person in people { batch.save(person, in: Path().people) }
        }
    }
}
