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
    private func problems(
        after statements: String..., rows: String? = nil
    ) async throws -> [String] {
        let connection = try Connection(folder.path("a.sqlite"), flags: 2)
        if let rows { try connection.insertRows(rows) }
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
            rows: "VALUES (x'027A00', x'05'), (x'027A00026100', 1), "
                + "(x'027A00026200', CAST(x'FF' AS TEXT)), (x'05', 1)")
        #expect(
            problems == [
                "z: a value is neither a bool, a finite number, a text nor packed children",
                "z/a: it is inside of another row",
                "z/b: a text isn't UTF-8",
                "a path has no key's bytes",
            ])
    }

    @Test(arguments: [
        "UPDATE subtree SET value = 4 WHERE path = x'027000026300'",
        "UPDATE subtree SET path = x'027000026400' WHERE path = x'027000026300'",
        "UPDATE subtree SET checksum = 0 WHERE path = x'027000026300'",
    ])
    func aRowThatIsNotThatOfItsChecksumIsAnErrorAndIsFound(_ statement: String) async throws {
        try await fill()
        let problems = try await problems(after: statement)
        #expect(problems.first?.hasSuffix("a row's check sum isn't that of its contents") == true)
        let error = await databaseError { _ = try await engine.read(["p"], .all) }
        #expect(error?.kind == .damagedFile)
        // A write to a part of the row would give damage a right sum.
        let write = await databaseError { try await engine.set(5, at: ["p", "c", "x"]) }
        #expect(write?.kind == .damagedFile)
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

    @Test func aLogThatIsNotReadIsFound() async throws {
        try await fill()
        var log = try folder.data(of: "a.sqlite-wal")
        log[17] ^= 1
        try folder.write(try folder.data(of: "a.sqlite"), to: "b.sqlite")
        try folder.write(log, to: "b.sqlite-wal")
        let copy = try SQLiteEngine(at: folder.path("b.sqlite"), options: .readOnly)
        #expect(try await copy.read(.root, .all).value == nil)
        let problems = try await copy.checkIntegrity().map(\.message)
        #expect(problems.count == 1 && problems[0].contains("b.sqlite-wal is no log of SQLite"))
    }

    @Test func noMoreThanTwoHundredProblemsAreReturned() async throws {
        let problems = try await problems(
            after: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
                + "INSERT INTO subtree SELECT CAST('05' || i AS BLOB), 0, 1 FROM n")
        #expect(problems.count == 200)
    }
}
