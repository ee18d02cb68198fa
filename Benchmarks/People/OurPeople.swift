import TypedDatabase
import TypedDatabaseSQLite
import TypedPaths

extension Path where Element == Person {
    fileprivate var score: Path<Int> { Path.append(self, "score") }
}

/// People in a file of this library.
struct OurPeople: PeopleStore {
    private let engine: SQLiteEngine
    private let database: TreeDatabase
    private let root = Path()

    init(at path: String, isIndexed: Bool) throws {
        engine = try SQLiteEngine(at: path, indexes: isIndexed ? ["people": ["score"]] : [:])
        database = TreeDatabase(engine)
    }

    func insert(_ people: [Person]) async throws {
        try await database.write { batch in
            for person in people { batch.save(person, in: root.people) }
        }
    }

    func person(_ key: String) async throws -> Person? {
        try await database.value(at: root.person(key))
    }

    func people() async throws -> [Person] {
        try await database.children(of: root.people).get().decoded()
    }

    func keys() async throws -> [String] {
        Array(try await database.keys(of: root.people))
    }

    func people(from key: String, limit: Int) async throws -> [Person] {
        try await database.children(of: root.people).starting(at: key).first(limit).get()
            .decoded()
    }

    func people(fromScore score: Int, limit: Int) async throws -> [Person] {
        try await database.children(of: root.people).ordered(by: \.score).starting(at: score)
            .first(limit).get().decoded()
    }

    func setScore(_ score: Int, of key: String) async throws {
        try await database.set(score, at: root.person(key).score)
    }

    func addToScore(of key: String) async throws {
        try await database.transaction(at: root.person(key)) { $0?.score += 1 }
    }

    func seconds(toSee scores: Range<Int>, of key: String) async throws -> Double {
        try await secondsToSee(
            scores, in: database.snapshots(at: root.person(key)), score: { $0?.score },
            write: { try await setScore($0, of: key) })
    }

    func seconds(toSeeBest scores: Range<Int>, of keys: [String]) async throws -> Double {
        let best = database.children(of: root.people).ordered(by: \.score).last(10)
        return try await secondsToSee(
            scores, in: best.snapshots(), score: { try $0.decoded().last?.score },
            write: { try await setScore($0, of: keys[$0 % keys.count]) })
    }

    func close() async {
        await engine.close()
    }
}
