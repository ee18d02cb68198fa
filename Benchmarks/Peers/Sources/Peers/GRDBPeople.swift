import GRDB

extension Person: FetchableRecord, PersistableRecord {
    static let databaseTableName = "person"

    private static let hasNumericDates = CommandLine.arguments.contains("--numeric-dates")

    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
        hasNumericDates ? .millisecondsSince1970 : .deferredToDate
    }

    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
        hasNumericDates ? .millisecondsSince1970 : .deferredToDate
    }
}

/// People in a table, read and written by GRDB.
struct GRDBPeople: PeopleStore {
    private let pool: DatabasePool

    init(at path: String, isIndexed: Bool) throws {
        pool = try DatabasePool(path: path)
        try pool.write { database in
            try database.create(table: Person.databaseTableName, options: .ifNotExists) { table in
                table.primaryKey("id", .text)
                table.column("name", .text).notNull()
                table.column("email", .text).notNull()
                table.column("score", .integer).notNull()
                table.column("level", .integer).notNull()
                table.column("rating", .double).notNull()
                table.column("isOnline", .boolean).notNull()
                table.column("joinedAt").notNull()
                table.column("motto", .text)
            }
            if isIndexed {
                try database.create(
                    index: "personByScore", on: Person.databaseTableName, columns: ["score"],
                    options: .ifNotExists)
            }
        }
    }

    func insert(_ people: [Person]) async throws {
        try await pool.write { database in
            for person in people { try person.insert(database) }
        }
    }

    func person(_ key: String) async throws -> Person? {
        try await pool.read { try Person.fetchOne($0, key: key) }
    }

    func people() async throws -> [Person] {
        try await pool.read { try Person.order(Column("id")).fetchAll($0) }
    }

    func keys() async throws -> [String] {
        try await pool.read { database in
            try String.fetchAll(database, Person.select(Column("id")).order(Column("id")))
        }
    }

    func people(from key: String, limit: Int) async throws -> [Person] {
        try await pool.read { database in
            try Person.filter(Column("id") >= key).order(Column("id")).limit(limit)
                .fetchAll(database)
        }
    }

    func people(fromScore score: Int, limit: Int) async throws -> [Person] {
        try await pool.read { database in
            try Person.filter(Column("score") >= score).order(Column("score")).limit(limit)
                .fetchAll(database)
        }
    }

    func setScore(_ score: Int, of key: String) async throws {
        _ = try await pool.write { database in
            try Person.filter(key: key).updateAll(database, Column("score").set(to: score))
        }
    }

    func addToScore(of key: String) async throws {
        try await pool.write { database in
            guard var person = try Person.fetchOne(database, key: key) else { return }
            person.score += 1
            try person.update(database)
        }
    }

    func seconds(toSee scores: Range<Int>, of key: String) async throws -> Double {
        let observation = ValueObservation.tracking { try Person.fetchOne($0, key: key) }
        return try await secondsToSee(
            scores, in: observation.values(in: pool), score: { $0?.score },
            write: { try await setScore($0, of: key) })
    }

    func seconds(toSeeBest scores: Range<Int>, of keys: [String]) async throws -> Double {
        let observation = ValueObservation.tracking { database in
            try Person.order(Column("score").desc).limit(10).fetchAll(database)
        }
        return try await secondsToSee(
            scores, in: observation.values(in: pool), score: { $0.first?.score },
            write: { try await setScore($0, of: keys[$0 % keys.count]) })
    }

    func close() async throws {
        try pool.close()
    }
}
