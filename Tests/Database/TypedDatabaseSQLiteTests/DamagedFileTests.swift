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

    @Test func damageIsAnErrorAndLeavesTheFileAsItIs() async throws {
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
        try connection.insertRows("VALUES (x'02610002', x'0102')")
        try connection.insertRows("VALUES (x'026200', 1), (x'026200026300', 2)")
        try connection.insertRows("VALUES (x'026400', x'07')")
        let engine = try SQLiteEngine(at: folder.path(name))
        for place in [["a"], ["b"], ["d"], []] as [TreePlace] {
            await expectDamage { _ = try await engine.read(place, .all) }
        }
        await expectDamage { _ = try await engine.read([], TreeSelection(limit: .last(4))) }
        #expect(try await engine.read(["c", "k7"], .all).value == "value 7")
    }

    @Test(arguments: [
        // Values: a text that isn't UTF-8, a blob, a number that is infinite.
        "x'026100', CAST(x'C328' AS TEXT)", "x'026100', x'07'", "x'026100', 9e999",
        // Paths: no key, a key without end, an empty one, one with a slash.
        "x'0107', 1", "x'0261', 1", "x'0200', 1", "x'02612F00', 1",
        // Keys that aren't UTF-8, or have bytes that nobody writes: EE, FA.
        "x'02C32800', 1", "x'02EE808000', 1", "x'02FA808000', 1",
        // Integers: as a text, with the wrong sign, without room for its digits, with 1000 zeros.
        "x'023700', 1", "x'01800000070002', 1", "x'018000000B0003', 1",
        "x'01800000070FFF', 1",
    ])
    func aRowThatNobodyHereWritesIsAnErrorAndIsFound(_ row: String) async throws {
        try await expectProblem(with: row, isRead: true)
    }

    @Test(arguments: ["'a', 1", "x'07', 1"])
    func aRowThatIsNowhereInTheTreeIsFound(_ row: String) async throws {
        try await expectProblem(with: row, isRead: false)
    }

    private func expectProblem(with row: String, isRead: Bool) async throws {
        try await makeFile()
        let connection = try Connection(folder.path(name), flags: 2)
        try connection.insertRows("SELECT \(row)")
        let engine = try SQLiteEngine(at: folder.path(name))
        if isRead { await expectDamage { _ = try await engine.read([], .all) } }
        #expect(try await engine.checkIntegrity().count == 1)
    }

    @Test func anEngineWorksAgainWhenTheFileIsBack() async throws {
        try await makeFile()
        let engine = try SQLiteEngine(at: folder.path(name))
        let files = FileManager.default
        try files.moveItem(atPath: folder.path(name), toPath: folder.path("elsewhere"))
        try folder.write(Data("oops".utf8) + Data(repeating: 7, count: 5000), to: name)
        await #expect(throws: TreeDatabaseError.self) {
            _ = try await engine.read(["c", "k7"], .all)
        }
        try files.removeItem(atPath: folder.path(name))
        try files.moveItem(atPath: folder.path("elsewhere"), toPath: folder.path(name))
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
