import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite struct ReadOnlyTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("a.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeFile() async throws {
        let engine = try SQLiteEngine(at: path)
        try await engine.set(["b": 1], at: ["a"])
        await engine.close()
    }

    @Test func aFileIsReadAndEachWriteIsAnError() async throws {
        try await makeFile()
        let data = try folder.data(of: "a.sqlite")
        let engine = try SQLiteEngine(at: path, indexes: ["a": [".value"]], options: .readOnly)
        #expect(try await engine.read(.root, .all).value == ["a": ["b": 1]])
        let selection = TreeSelection(order: .value, limit: .first(1))
        #expect(try await engine.read(["a"], selection).value == ["b": 1])
        for body in [
            { try await engine.set(2, at: ["a"]) },
            {
                _ = try await engine.replace(["a"], with: PendingValue(1), ifVersionIs: .value(nil))
            },
            { try await engine.compact() },
            { try await engine.importJSON(from: folder["a.json"]) },
        ] {
            let error = await databaseError(of: body)
            #expect(error?.kind == .readOnly)
            #expect(error?.message.contains(path) == true)
        }
        #expect(try await engine.checkIntegrity() == [])
        try await engine.backup(to: folder["b.sqlite"])
        await engine.close()
        #expect(try folder.data(of: "a.sqlite") == data)
    }

    @Test func writesOfOthersAreReadAndWatched() async throws {
        let writer = try SQLiteEngine(at: path)
        try await writer.set(1, at: ["a"])
        let engine = try SQLiteEngine(at: path, options: .readOnly)
        #expect(try await engine.read(["a"], .all).value == 1)
        let observer = Observer(engine.watch(["a"], .all))
        try await observer.reach(1)
        try await writer.set(2, at: ["a"])
        try await observer.reach(2)
        #expect(try await engine.read(["a"], .all).value == 2)
    }

    @Test func aFileThatIsNotThereIsNotCreated() throws {
        let error = #expect(throws: TreeDatabaseError.self) {
            _ = try SQLiteEngine(at: path, options: .readOnly)
        }
        #expect(error?.kind == .unreachableFile)
        #expect(error?.message.hasPrefix("there is no file at \(path)") == true)
        #expect(try folder.names == [])
    }

    @Test func aFileOfAnotherVersionIsAnErrorAndStays() throws {
        let old = try Connection(path, flags: 6)
        try old.run("PRAGMA application_id = \(DatabaseFile.applicationID)")
        try old.run("PRAGMA user_version = 4")
        try folder.write("", to: "empty.sqlite")
        try folder.write("Dear diary", to: "notes.txt")
        let data = try folder.data(of: "a.sqlite")
        let remedy = "open it once without .readOnly"
        for (name, words) in [
            (
                "a.sqlite",
                "written by an older version of this library, whose format 4 isn't read any more"
            ),
            ("empty.sqlite", "is empty; \(remedy)"), ("notes.txt", "isn't a database"),
        ] {
            let error = #expect(throws: TreeDatabaseError.self) {
                _ = try SQLiteEngine(at: folder.path(name), options: .readOnly)
            }
            #expect(error?.kind == .unsuitableFile)
            #expect(error?.message.contains(words) == true, "\(error as Any)")
        }
        #expect(try folder.data(of: "a.sqlite") == data)
        #expect(try folder.data(of: "empty.sqlite") == Data())
    }

    /// Nothing is read-only to root, so another process gives up what it may do.
    @Test(arguments: ["file", "folder", "both"], [false, true])
    func filesWithoutWritePermissionAreRead(_ what: String, isOpen: Bool) async throws {
        try await makeFile()
        let files = FileManager.default
        // A log that is in use has something in it that the file lacks.
        let writer = isOpen ? try SQLiteEngine(at: path) : nil
        try await writer?.set(2, at: ["a", "b"])
        for name in try folder.names {
            try files.setAttributes(
                [.posixPermissions: what == "folder" ? 0o666 : 0o444],
                ofItemAtPath: folder.path(name))
        }
        try files.setAttributes(
            [.posixPermissions: what == "file" ? 0o777 : 0o555], ofItemAtPath: folder.url.path)
        defer {
            try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
        }
        let program = try RunningProgram(Products.program("sqlite-writer"), ["read", path])
        let lines = await program.remainingLines()
        #expect(lines == [isOpen ? #"{"a": {"b": 2}}"# : #"{"a": {"b": 1}}"#])
        await writer?.close()
    }

    @Test func aFileThatIsReadWithoutLocksIsReadAgainWhenItHasChanged() async throws {
        try await makeFile()
        var file = DatabaseFile(path: path, options: .readOnly)
        file.identity = FileIdentity(path)
        let uri = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
        let connection = try file.connect(1 | 0x40, uri: uri)
        connection.unlockedState = FileState(path)
        #expect(connection.isCurrent(path))
        #expect(try connection.value(at: ["a", "b"]) == 1)
        let writer = try SQLiteEngine(at: path)
        try await writer.set(2, at: ["a", "b"])
        #expect(!connection.isCurrent(path))
        await writer.close()
        #expect(!connection.isCurrent(path))
    }
}
