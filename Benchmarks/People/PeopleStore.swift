import Foundation
import TypedDatabase
import TypedDatabaseSQLite
import TypedPaths

/// A file of people, in the order of their keys, with an index of their scores or without.
///
/// Each function is what an app would write with the library, and is awaited.
protocol PeopleStore: Sendable {
    init(at path: String, isIndexed: Bool) throws

    /// Inserts people in one transaction.
    func insert(_ people: [Person]) async throws
    func person(_ key: String) async throws -> Person?
    func people() async throws -> [Person]
    func keys() async throws -> [String]

    /// Returns the people from a key on.
    func people(from key: String, limit: Int) async throws -> [Person]

    /// Returns the people from a score on, in the order of the scores.
    func people(fromScore score: Int, limit: Int) async throws -> [Person]

    /// Updates a field, without reading the others.
    func setScore(_ score: Int, of key: String) async throws

    /// Reads a person, and writes it with another score, in one transaction.
    func addToScore(of key: String) async throws

    /// Returns the seconds from the writes of some scores until an observer has seen each.
    func seconds(toSee scores: Range<Int>, of key: String) async throws -> Double

    /// Returns the seconds from the writes of some scores until an observer of the best ten has
    /// seen each in the first place.
    func seconds(toSeeBest scores: Range<Int>, of keys: [String]) async throws -> Double

    func close() async throws
}

/// Returns the seconds from writes until an observer has seen each.
func secondsToSee<Values: AsyncSequence>(
    _ scores: Range<Int>, in values: Values, score: (Values.Element) throws -> Int?,
    write: (Int) async throws -> Void
) async throws -> Double {
    var iterator = values.makeAsyncIterator()
    _ = try await iterator.next()
    let start = now
    for expected in scores {
        try await write(expected)
        while let value = try await iterator.next() {
            if try score(value) == expected { break }
        }
    }
    return now - start
}

// MARK: - Records

/// A record of eight fields and its key, the same for all stores.
struct Person: Codable, KeyIdentifiable, Sendable {
    var id: String
    var name: String
    var email: String
    var score: Int
    var level: Int
    var rating: Double
    var isOnline: Bool
    var joinedAt: Date
    var motto: String?
}

extension Person {
    /// Makes a record that differs from the others, but not from run to run.
    init(_ index: Int) {
        id = Person.key(index)
        name = "Person number \(index)"
        email = "person.\(index)@example.org"
        score = index * 7919 % 100_003
        level = index % 100
        rating = Double(index) / 7
        isOnline = index.isMultiple(of: 3)
        joinedAt = Date(timeIntervalSince1970: 1_500_000_000 + Double(index))
        motto =
            index.isMultiple(of: 4) ? nil : "Never give up, says number \(index), whatever it takes"
    }

    static func samples(_ count: Int) -> [Person] {
        (0..<count).map { Person($0) }
    }

    /// Returns a key as a push ID: 8 characters for the time, 12 that look random.
    static func key(_ index: Int) -> String {
        let digits = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
        func text(_ number: UInt64, count: Int) -> String {
            String((0..<count).reversed().map { digits[Int(number >> (6 * UInt64($0)) & 63)] })
        }
        let time = text(1_700_000_000_000 + UInt64(index) * 1000, count: 8)
        let (random, more) = (scrambled(UInt64(index)), scrambled(~UInt64(index)))
        return time + text(random, count: 10) + text(more, count: 2)
    }

    /// SplitMix64's output function.
    private static func scrambled(_ number: UInt64) -> UInt64 {
        var bits = number &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}

// MARK: - This library

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
