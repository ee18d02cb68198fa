import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite struct BackupTests {
    let folder: TemporaryFolder
    private let engine: SQLiteEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SQLiteEngine(at: folder.path("a.sqlite"), indexes: ["c": ["n"]])
    }

    private func fill(_ count: Int) async throws -> TreeValue? {
        let text = String(repeating: "x", count: 100)
        let children = (0..<count).map { number -> (TreeKey, TreeValue) in
            (TreeKey("\(number)"), ["n": .integer(Int64(-number)), "text": .string(text)])
        }
        let value = TreeValue(TreeChildren(children))
        try await engine.set(value, at: ["c"])
        return value
    }

    private func size(of name: String) throws -> Int { try folder.data(of: name).count }

    @Test func aBackupIsADatabaseWithTheSameDataAndIndexes() async throws {
        let value = try await fill(100)
        try await engine.backup(to: folder["b.sqlite"])
        #expect(try folder.names == ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal", "b.sqlite"])
        let copy = try SQLiteEngine(at: folder["b.sqlite"])
        #expect(try await copy.read(["c"], .all).value == value)
        #expect(try await copy.checkIntegrity() == [])
        let connection = try Connection(folder.path("b.sqlite"), flags: 2)
        #expect(try connection.keptIndexes().count == 1)
    }

    @Test func backupsWhileOthersWriteAreOneStateEach() async throws {
        _ = try await fill(500)
        let writer = Task { [engine] in
            var number: Int64 = 0
            while !Task.isCancelled {
                number += 1
                try await engine.write([
                    TreeEdit(["first"], .set(PendingValue(.integer(number)))),
                    TreeEdit(["last"], .set(PendingValue(.integer(number)))),
                ])
            }
        }
        for number in 0..<10 {
            let name = "\(number).sqlite"
            try await engine.backup(to: folder[name])
            let copy = try SQLiteEngine(at: folder[name], options: .readOnly)
            let value = try await copy.read(.root, .all).value
            #expect(value?.children["first"] == value?.children["last"])
            #expect(try await copy.checkIntegrity() == [])
        }
        writer.cancel()
        _ = await writer.result
    }

    @Test(arguments: ["a.sqlite", "notes.txt", "folder"])
    func existingFilesAreNotReplaced(_ name: String) async throws {
        try folder.write("notes", to: "notes.txt")
        try folder.makeFolder("folder")
        let names = try folder.names
        let error = await databaseError { try await engine.backup(to: folder[name]) }
        #expect(error?.kind == .alreadyExists)
        #expect(error?.message.contains(folder.path(name)) == true)
        #expect(try folder.names == names)
        #expect(try folder.read("notes.txt") == "notes")
        #expect(try await engine.read(.root, .all).value == nil)
    }

    @Test func aBackupThatFailsLeavesNothing() async throws {
        _ = try await fill(10)
        let names = try folder.names
        let error = await databaseError { try await engine.backup(to: folder["missing/b.sqlite"]) }
        #expect(error?.kind == .unreachableFile)
        #expect(error?.message.contains(folder.path("missing/b.sqlite")) == true)
        #expect(try folder.names == names)
    }

    @Test func aBackupThatIsCancelledLeavesNothing() async throws {
        _ = try await fill(20_000)
        let names = try folder.names
        var cancelled = 0
        for number in 0..<20 {
            let task = Task { [engine, folder] in
                try await engine.backup(to: folder["b\(number).sqlite"])
            }
            try await Task.sleep(for: .milliseconds(number))
            task.cancel()
            let result = await task.result
            guard case .failure(let error) = result else { continue }
            cancelled += 1
            #expect(error is CancellationError)
        }
        #expect(cancelled > 0)
        #expect(try folder.names.count == names.count + 20 - cancelled)
        #expect(try await engine.checkIntegrity() == [])
    }

    @Test func compactionGivesBackTheRoomOfWhatWasRemoved() async throws {
        _ = try await fill(5_000)
        try await engine.set(nil, at: ["c"])
        let value = try await fill(50)
        try await engine.compact()
        #expect(try size(of: "a.sqlite") < 100_000)
        #expect(try size(of: "a.sqlite-wal") == 0)
        #expect(try await engine.read(["c"], .all).value == value)
        #expect(try await engine.checkIntegrity() == [])
        try await engine.set(1, at: ["d"])
        #expect(try await engine.read(["d"], .all).value == 1)
    }

    @Test func watchesGoOnWhenTheFileIsCompacted() async throws {
        _ = try await fill(500)
        let observer = Observer(engine.watch(["d"], .all))
        try await engine.set(1, at: ["d"])
        try await observer.reach(1)
        try await engine.compact()
        try await engine.set(2, at: ["d"])
        try await observer.reach(2)
    }
}
