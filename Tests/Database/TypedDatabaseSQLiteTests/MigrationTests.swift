import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite struct MigrationTests {
    let folder: TemporaryFolder
    private let later = [
        Migration(statements: [
            "CREATE TABLE note (text)", "INSERT INTO note SELECT count(*) FROM subtree",
        ]),
        Migration(statements: ["INSERT INTO note VALUES ('third')"]),
    ]

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ migrations: [Migration]) -> DatabaseFile {
        DatabaseFile(path: folder.path("a.sqlite"), options: .init(), migrations: migrations)
    }

    @Test func anOlderFileIsBroughtToThisVersionAndKeepsItsData() async throws {
        let old = try SQLiteEngine(file(Migration.all))
        try await old.write([TreeEdit(["a", "b"], .set(PendingValue("text")))])
        await old.close()
        let engine = try SQLiteEngine(file(Migration.all + later))
        #expect(try await engine.read(.root, .all).value == ["a": ["b": "text"]])
        let connection = try file(Migration.all + later).open()
        #expect(try connection.integer("PRAGMA user_version") == 7)
        #expect(try connection.integer("SELECT text FROM note") == 1)
        #expect(try connection.text("SELECT text FROM note WHERE rowid = 2") == "third")
        #expect(try connection.integer("SELECT count(*) FROM note") == 2)
    }

    @Test func aMigrationThatFailsChangesNothing() async throws {
        _ = try SQLiteEngine(file(Migration.all))
        let before = try folder.data(of: "a.sqlite")
        let broken = Migration(statements: [
            "CREATE TABLE note (text)", "INSERT INTO nowhere VALUES (1)",
        ])
        #expect(throws: TreeDatabaseError.self) {
            _ = try SQLiteEngine(file(Migration.all + [broken]))
        }
        #expect(try folder.data(of: "a.sqlite") == before)
        _ = try SQLiteEngine(file(Migration.all + later))
    }

    @Test func theFileSaysWhoseItIs() throws {
        let connection = try file(Migration.all).open()
        #expect(try connection.integer("PRAGMA application_id") == 0x5450_4442)
        #expect(try connection.integer("PRAGMA user_version") == 5)
        #expect(try connection.text("PRAGMA journal_mode") == "wal")
        #expect(try connection.integer("PRAGMA synchronous") == 1)
    }

    /// SQLite itself doesn't wait for another's lock before it turns on the log.
    @Test func anEngineThatTurnsOnTheLogWaitsForAnotherThatWrites() async throws {
        let other = try file(Migration.all).open()
        #expect(try other.text("PRAGMA journal_mode = delete") == "delete")
        try other.run(.beginImmediate)
        async let engine = SQLiteEngine(at: folder.path("a.sqlite"))
        try await Task.sleep(for: .milliseconds(100))
        try other.run(.commit)
        try await engine.write([TreeEdit(["a"], .set(PendingValue(1)))])
    }

    @Test func severalEnginesCanCreateAFileAtTheSameTime() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<16 {
                group.addTask { [folder] in
                    let engine = try SQLiteEngine(at: folder.path("a.sqlite"))
                    try await engine.write([TreeEdit(["\(index)"], .set(PendingValue(true)))])
                }
            }
            try await group.waitForAll()
        }
        let keys = try await SQLiteEngine(at: folder.path("a.sqlite")).keys(of: .root, .all)
        #expect(keys == .children((0..<16).map { TreeKey("\($0)") }))
    }
}
