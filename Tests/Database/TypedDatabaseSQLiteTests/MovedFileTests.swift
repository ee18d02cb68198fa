import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

/// Files that are deleted, moved or replaced while an engine has them open.
@Suite struct MovedFileTests {
    enum Fate: CaseIterable {
        case deleted, deletedAndMadeAnew, movedAway, replaced
    }

    let folder: TemporaryFolder
    private var path: String { folder.path("a.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func bring(_ fate: Fate) async throws {
        let files = FileManager.default
        switch fate {
        case .deleted, .deletedAndMadeAnew: try files.removeItem(atPath: path)
        case .movedAway: try files.moveItem(atPath: path, toPath: folder.path("elsewhere"))
        case .replaced:
            let other = try SQLiteEngine(at: folder.path("b.sqlite"))
            try await other.set("another file", at: ["a"])
            await other.close()
            #expect(rename(folder.path("b.sqlite"), path) == 0)
        }
        if fate == .deletedAndMadeAnew {
            let other = try SQLiteEngine(at: path)
            try await other.set("another file", at: ["a"])
            await other.close()
        }
    }

    private func expectError(
        _ location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async {
        let error = await databaseError(of: body)
        #expect(error?.kind == .unreachableFile, "\(error as Any)", sourceLocation: location)
        let words = "\(path) isn't the file any more"
        #expect(error?.message.hasPrefix(words) == true, sourceLocation: location)
    }

    @Test(arguments: Fate.allCases)
    func nothingIsReadOrWrittenAnyMore(_ fate: Fate) async throws {
        let engine = try SQLiteEngine(at: path)
        try await engine.set("this file", at: ["a"])
        #expect(try await engine.read(["a"], .all).value == "this file")
        try await bring(fate)
        let data = try? folder.data(of: "a.sqlite")
        await expectError { try await engine.set(1, at: ["b"]) }
        await expectError { _ = try await engine.read(["a"], .all) }
        await expectError { _ = try await engine.exists(["a"]) }
        await expectError { try await engine.compact() }
        await expectError { _ = try await engine.checkIntegrity() }
        await expectError { try await engine.backup(to: folder["backup.sqlite"]) }
        await engine.close()
        #expect((try? folder.data(of: "a.sqlite")) == data)
    }

    @Test(arguments: Fate.allCases)
    func noNewReaderOpensAnotherFile(_ fate: Fate) async throws {
        // No reader and no observer has been opened yet.
        let engine = try SQLiteEngine(at: path)
        try await engine.set("this file", at: ["a"])
        try await bring(fate)
        await expectError { _ = try await engine.read(["a"], .all) }
        await expectError { _ = try await engine.watch(["a"], .all).next() }
        await expectError { try await engine.set(1, at: ["b"]) }
        #expect(
            FileManager.default.fileExists(atPath: path)
                == [.replaced, .deletedAndMadeAnew].contains(fate))
    }

    @Test(arguments: Fate.allCases)
    func aWatchEndsWithTheError(_ fate: Fate) async throws {
        let engine = try SQLiteEngine(at: path)
        try await engine.set("this file", at: ["a"])
        let watch = engine.watch(["a"], .all)
        #expect(try await watch.next() == [TreeUpdate(.root, "this file")])
        try await bring(fate)
        await expectError { _ = try await watch.next() }
    }

    @Test func aFileThatIsMovedBackIsUsedAgain() async throws {
        let engine = try SQLiteEngine(at: path)
        try await engine.set(1, at: ["a"])
        try await bring(.movedAway)
        await expectError { try await engine.set(2, at: ["a"]) }
        #expect(rename(folder.path("elsewhere"), path) == 0)
        try await engine.set(3, at: ["a"])
        #expect(try await engine.read(.root, .all).value == ["a": 3])
    }

    @Test func anotherEngineUsesTheNewFile() async throws {
        let engine = try SQLiteEngine(at: path)
        try await engine.set("this file", at: ["a"])
        try await bring(.deletedAndMadeAnew)
        await engine.close()
        let other = try SQLiteEngine(at: path)
        #expect(try await other.read(.root, .all).value == ["a": "another file"])
        #expect(try await other.checkIntegrity() == [])
    }
}
