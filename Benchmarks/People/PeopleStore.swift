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
