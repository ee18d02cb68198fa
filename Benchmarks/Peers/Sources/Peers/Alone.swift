import TypedDatabase
import TypedDatabaseSQLite

/// Work on data of unusual shapes, for which there is no table to compare with: to be compared with
/// another version of this library.
struct Alone: Sendable {
    let name: String
    let unit = Work.Unit.seconds

    /// Does the work, perhaps more than once. Returns the cost of one time.
    let cost: @Sendable () async throws -> Double
}

extension Alone {
    /// - Parameters:
    ///   - shapes: an empty file.
    ///   - many: a file of people.
    static func all(
        shapes: SQLiteEngine, many: OurPeople, count: Int
    ) async throws -> [Alone] {
        let leaf: TreePlace = ["field 50"]
        let deep = TreePlace([TreeKey](repeating: "level", count: 30) + leaf.keys)
        return try await leaves(
            "a record of 100 fields", record(fields: 100, characters: 10), leaf, in: shapes)
            + leaves("a record of 1 MB", record(fields: 1000, characters: 1000), leaf, in: shapes)
            + leaves("a tree 32 deep", tree(depth: 30), deep, in: shapes)
            + people(many, count)
    }

    private static func record(fields: Int, characters: Int) -> TreeValue {
        let text = String(repeating: "x", count: characters)
        let fields = (0..<fields).map { (TreeKey("field \($0)"), TreeValue.string("\(text)\($0)")) }
        return .children(TreeChildren(fields))
    }

    /// Returns a tree with leaves on each level.
    private static func tree(depth: Int) -> TreeValue {
        (0..<depth).reduce(["field 50": 0, "a": "text"]) { tree, level in
            ["level": tree, "a": .integer(Int64(level)), "z": "text"]
        }
    }

    /// Returns the reads and writes of one leaf, and of all.
    private static func leaves(
        _ name: String, _ value: TreeValue, _ path: TreePlace, in engine: SQLiteEngine
    ) async throws -> [Alone] {
        let record: TreePlace = [TreeKey(name)]
        let leaf = TreePlace(record.keys + path.keys)
        try await engine.set(value, at: record)
        @Sendable func read(_ place: TreePlace) async throws {
            guard try await engine.read(place, .all).value != nil else { throw WrongResult() }
        }
        return [
            Alone(name: "read one leaf of \(name)") {
                try await seconds(200) { try await read(leaf) }
            },
            Alone(name: "write one leaf of \(name)") {
                try await seconds(200) {
                    try await engine.set(.integer(.random(in: 0..<1000)), at: leaf)
                }
            },
            Alone(name: "read \(name)") { try await seconds(10) { try await read(record) } },
            Alone(name: "write \(name)") {
                try await seconds(10) { try await engine.set(value, at: record) }
            },
        ]
    }

    private static func people(_ people: OurPeople, _ count: Int) -> [Alone] {
        @Sendable func key() -> String { Person.key(.random(in: 0..<count - 50)) }
        return [
            Alone(name: "read one of \(count)") {
                try await seconds(200) {
                    guard try await people.person(key()) != nil else { throw WrongResult() }
                }
            },
            Alone(name: "update one field in \(count)") {
                try await seconds(200) {
                    try await people.setScore(.random(in: 0..<1000), of: key())
                }
            },
            Alone(name: "page of 50 by key, in \(count)") {
                try await seconds(20) {
                    try await people.people(from: key(), limit: 50).expect(50)
                }
            },
        ]
    }
}

extension SQLiteEngine {
    fileprivate func set(_ value: TreeValue, at place: TreePlace) async throws {
        try await write([TreeEdit(place, .set(PendingValue(value)))])
    }
}
