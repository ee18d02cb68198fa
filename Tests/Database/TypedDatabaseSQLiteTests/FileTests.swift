import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

/// Files that aren't what they should be: an error that names them, and no change to them.
@Suite struct FileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Expects that a file can't be opened, and that it is as it was afterwards, with no others around.
    private func expectRefusal(
        of name: String, _ kind: TreeDatabaseError.Kind, _ words: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let before = try? folder.data(of: name)
        let names = try folder.names
        let error = #expect(throws: TreeDatabaseError.self, sourceLocation: location) {
            _ = try SQLiteEngine(at: folder.path(name))
        }
        #expect(error?.kind == kind, sourceLocation: location)
        let message = error?.message ?? ""
        #expect(message.contains(folder.path(name)), sourceLocation: location)
        #expect(message.contains(words), "\(message)", sourceLocation: location)
        #expect((try? folder.data(of: name)) == before, sourceLocation: location)
        #expect(try folder.names == names, sourceLocation: location)
    }

    @Test(arguments: [
        Data("Dear diary".utf8),
        Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
        Data("SQLite format 2\0".utf8) + Data(repeating: 1, count: 4096),
        Data(repeating: 0, count: 50),
    ])
    func aFileThatIsNoDatabase(_ data: Data) throws {
        try folder.write(data, to: "notes.txt")
        try expectRefusal(of: "notes.txt", .unsuitableFile, "isn't a database")
    }

    @Test func anEmptyFileIsANewDatabase() async throws {
        try folder.write(Data(), to: "a.sqlite")
        let engine = try SQLiteEngine(at: folder.path("a.sqlite"))
        try await engine.write([TreeEdit(["a"], .set(PendingValue(1)))])
        #expect(try await engine.read(.root, .all).value == ["a": 1])
    }

    @Test(arguments: ["delete", "wal"])
    func anotherApplicationsDatabase(_ mode: String) throws {
        let connection = try Connection(folder.path("a.sqlite"), flags: 6)
        #expect(try connection.text("PRAGMA journal_mode = \(mode)") == mode)
        try connection.run("CREATE TABLE leaf (path, value)")
        try connection.run("INSERT INTO leaf VALUES (1, 2)")
        try expectRefusal(of: "a.sqlite", .unsuitableFile, "another application's")
    }

    /// Whoever opened it with SQLite, and closed it again, would bring the log into the file.
    @Test func anotherApplicationsDatabaseWithALogThatItHasLeft() throws {
        let connection = try Connection(folder.path("a.sqlite"), flags: 6)
        #expect(try connection.text("PRAGMA journal_mode = wal") == "wal")
        try connection.run("CREATE TABLE leaf (path, value)")
        let log = try folder.data(of: "a.sqlite-wal")
        try folder.write(try folder.data(of: "a.sqlite"), to: "b.sqlite")
        try folder.write(log, to: "b.sqlite-wal")
        try expectRefusal(of: "b.sqlite", .unsuitableFile, "another application's")
        #expect(try folder.data(of: "b.sqlite-wal") == log)
    }

    @Test func aFileFromANewerVersion() throws {
        let next = Migration(statements: ["CREATE TABLE extra (a)"])
        let newer = DatabaseFile(
            path: folder.path("a.sqlite"), options: .init(), migrations: Migration.all + [next])
        _ = try SQLiteEngine(newer)
        try expectRefusal(of: "a.sqlite", .unsuitableFile, "newer version")
    }

    @Test func aFolderThatIsNotThere() throws {
        try expectRefusal(of: "missing/a.sqlite", .unreachableFile, "can't be read and written")
    }

    @Test func aFolderInPlaceOfAFile() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("a.sqlite"), withIntermediateDirectories: false)
        try expectRefusal(of: "a.sqlite", .unreachableFile, "can't be read and written")
    }

    @Test func aPathWithStrangeCharacters() async throws {
        let name = "a?b#c%20d;é 😀:memory:.sqlite"
        let engine = try SQLiteEngine(at: folder.path(name))
        try await engine.write([TreeEdit(["a"], .set(PendingValue(1)))])
        await engine.close()
        #expect(try folder.names == [name])
        #expect(
            try await SQLiteEngine(at: folder.url.appendingPathComponent(name))
                .read(["a"], .all).value == 1)
    }
}
