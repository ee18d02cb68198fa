import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

/// Files of ours that something has happened to.
@Suite struct DamagedFileTests {
    let folder: TemporaryFolder
    let name = "a.sqlite"

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeFile() async throws {
        let engine = try SQLiteEngine(at: folder.path(name))
        let children = (0..<2000).map { (TreeKey("k\($0)"), TreeValue.string("value \($0)")) }
        try await engine.write([
            TreeEdit(["c"], .set(PendingValue(.children(TreeChildren(children)))))
        ])
        await engine.close()
    }

    @Test func whatIsDamagedIsAnErrorAndStays() async throws {
        try await makeFile()
        var data = try folder.data(of: name)
        for page in 3..<data.count / 4096 {
            data.replaceSubrange(
                page * 4096..<page * 4096 + 64, with: Data(repeating: 0xA5, count: 64))
        }
        try folder.write(data, to: name)
        let engine = try SQLiteEngine(at: folder.path(name))
        await expectDamage { _ = try await engine.read(["c"], .all) }
        await expectDamage { try await engine.write([TreeEdit(["c"], .set(PendingValue(nil)))]) }
        await engine.close()
        #expect(try folder.data(of: name) == data)
    }

    @Test func aFileThatIsCutOffIsAnErrorAndStays() async throws {
        try await makeFile()
        let data = try folder.data(of: name).prefix(3 * 4096)
        try folder.write(Data(data), to: name)
        await expectDamage {
            let engine = try SQLiteEngine(at: folder.path(name))
            _ = try await engine.read(["c"], .all)
        }
        #expect(try folder.data(of: name) == data)
    }

    @Test func rowsThatNobodyHereWritesAreAnError() async throws {
        try await makeFile()
        let connection = try Connection(folder.path(name), flags: 2)
        try connection.run("INSERT INTO leaf VALUES (x'02610002', x'0102')")
        try connection.run("INSERT INTO leaf VALUES (x'026200', 1), (x'026200026300', 2)")
        try connection.run("INSERT INTO leaf VALUES (x'026400', x'07')")
        let engine = try SQLiteEngine(at: folder.path(name))
        for place in [["a"], ["b"], ["d"], []] as [TreePlace] {
            await expectDamage { _ = try await engine.read(place, .all) }
        }
        await expectDamage { _ = try await engine.read([], TreeSelection(limit: .last(4))) }
        #expect(try await engine.read(["c", "k7"], .all).value == "value 7")
    }

    @Test func anEngineWorksAgainWhenTheFileIsWholeAgain() async throws {
        try await makeFile()
        let whole = try folder.data(of: name)
        let engine = try SQLiteEngine(at: folder.path(name))
        try FileManager.default.moveItem(
            atPath: folder.path(name), toPath: folder.path("elsewhere"))
        try folder.write(Data("oops".utf8) + Data(repeating: 7, count: 5000), to: name)
        await #expect(throws: TreeDatabaseError.self) {
            _ = try await engine.read(["c", "k7"], .all)
        }
        try folder.write(whole, to: name)
        #expect(try await engine.read(["c", "k7"], .all).value == "value 7")
    }

    private func expectDamage(
        _ location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async {
        let error = await databaseError(of: body)
        #expect(error?.kind == .damagedFile, "\(error as Any)", sourceLocation: location)
        #expect(error?.message.contains(folder.path(name)) == true, sourceLocation: location)
    }
}
