import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite struct ChangeLogTests {
    let folder: TemporaryFolder
    let connection: Connection

    init() throws {
        folder = try TemporaryFolder()
        connection = try DatabaseFile(path: folder.path("a.sqlite"), options: .init()).open()
    }

    private func log(_ places: [TreePlace]) throws {
        try connection.transaction { try connection.logChanges(at: places) }
    }

    private func places(after number: Int64) throws -> [TreePlace] {
        try connection.changes(after: number).map(\.place)
    }

    @Test func aBatchLogsItsPlaces() throws {
        #expect(try connection.lastChange() == 0)
        try log([["a", "7"], ["b"]])
        try log([.root])
        #expect(try connection.lastChange() == 3)
        #expect(try places(after: 0) == [["a", "7"], ["b"], .root])
        #expect(try places(after: 2) == [.root])
        #expect(try places(after: 3) == [])
    }

    @Test func aLargeBatchLogsThePlaceThatAllOfItIsIn() throws {
        try log((0..<1000).map { ["a", "b", TreeKey("\($0)"), "x"] })
        try log((0..<1000).map { ["a", TreeKey("\($0)")] } + [["b"]])
        #expect(try places(after: 0) == [["a", "b"], .root])
    }

    @Test func readersBehindTheLogAssumeThatEverythingChanged() throws {
        for number in 0..<6000 { try log([["\(number)"]]) }
        #expect(try connection.integer("SELECT count(*) FROM change") < 6000)
        #expect(try places(after: 0) == [.root])
        #expect(try connection.changes(after: 0).map(\.number) == [6000])
        #expect(try places(after: 6000 - Connection.keptChanges).count == 4096)
    }

    @Test func theVersionTellsWhatOthersHaveWritten() throws {
        let other = try DatabaseFile(path: folder.path("a.sqlite"), options: .init()).open()
        let version = try connection.dataVersion()
        try log([["a"]])
        #expect(try connection.dataVersion() == version)
        try other.transaction { try other.make([TreeEdit(["a"], .set(PendingValue(1)))], at: 0) }
        #expect(try connection.dataVersion() != version)
    }
}
