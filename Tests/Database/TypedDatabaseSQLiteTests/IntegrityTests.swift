import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite struct IntegrityTests {
    let folder: TemporaryFolder
    private let engine: SQLiteEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SQLiteEngine(
            at: folder.path("a.sqlite"), indexes: ["p": ["s"], "q/$any": [".value"]],
            limits: .scalars)
    }

    private func fill() async throws {
        try await engine.set(["a": ["s": 1], "b": ["s": 2, "t": "x"], "c": 3], at: ["p"])
        try await engine.set(["x": ["a": 1, "b": 2], "y": ["0": true]], at: ["q"])
    }

    /// Runs statements that the engine wouldn't, and returns the descriptions of what is found.
    private func problems(after statements: String...) async throws -> [String] {
        let connection = try Connection(folder.path("a.sqlite"), flags: 2)
        for statement in statements { try connection.run(statement) }
        return try await engine.checkIntegrity().map(\.description)
    }

    @Test func aSoundFileHasNoProblems() async throws {
        #expect(try await problems() == [])
        try await fill()
        #expect(try await problems() == [])
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<100 { try await engine.write(RandomEdits.edits(&random)) }
        #expect(try await problems() == [])
    }

    @Test func eachProblemIsReturnedWithItsPlace() async throws {
        try await fill()
        let problems = try await problems(
            after: "INSERT INTO subtree VALUES (x'027A00', x'05'), (x'027A00026100', 1)",
            "INSERT INTO subtree VALUES (x'027A00026200', CAST(x'FF' AS TEXT)), (x'05', 1)")
        #expect(
            problems == [
                "z: a value is neither a bool, a finite number, a text nor packed children",
                "z/a: it is inside of another row",
                "z/b: a text isn't UTF-8",
                "a path has no key's bytes",
            ])
    }

    @Test func anIndexThatLacksAnElementIsFound() async throws {
        try await fill()
        let problems = try await problems(
            after: "DELETE FROM indexed_child WHERE collection = x'027000'")
        #expect(problems.count == 3)
        #expect(problems.allSatisfy { $0.contains(#"the index of "p" by "s" lacks its entry"#) })
    }

    @Test func entriesThatNoElementHasAreFound() async throws {
        try await fill()
        let number = "(SELECT number FROM child_index WHERE collection = 'p')"
        let problems = try await problems(
            after: "INSERT INTO indexed_child VALUES (\(number), x'027000', x'01026400')",
            "INSERT INTO indexed_child VALUES (\(number), x'027100', x'01026400')",
            "INSERT INTO indexed_child VALUES (7, x'027000', x'01026400')",
            "INSERT INTO indexed_child VALUES (\(number), x'027000', x'FF')")
        #expect(problems.count == 4, "\(problems)")
        #expect(
            problems.contains { $0.hasPrefix(#"p/d: the index of "p" by "s" has a wrong entry"#) })
        #expect(
            problems.contains { $0.hasPrefix(#"q/d: the index of "p" by "s" has a wrong entry"#) })
        #expect(problems.contains { $0.contains("an index that isn't there") })
    }

    @Test func aChangeOfNoPlaceIsFound() async throws {
        try await fill()
        #expect(
            try await problems(after: "INSERT INTO change (path) VALUES (x'03')")
                == ["a path has no key's bytes"])
    }

    @Test func noMoreThanTwoHundredProblemsAreReturned() async throws {
        let problems = try await problems(
            after: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
                + "INSERT INTO subtree SELECT CAST('05' || i AS BLOB), 1 FROM n")
        #expect(problems.count == 200)
    }
}
