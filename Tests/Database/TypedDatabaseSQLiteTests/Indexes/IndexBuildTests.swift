import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

/// Indexes of files that were there before, and what becomes of them when they can't be built.
@Suite struct IndexBuildTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ name: String, _ list: [String: [String]]? = nil) throws -> DatabaseFile {
        DatabaseFile(
            path: folder.path(name), options: .init(), indexes: try list.map(ChildIndex.all))
    }

    private let list = ["rooms/$roomId/messages": ["author", "sentAt"], "users": [".value"]]

    private func fill(_ name: String) throws {
        let connection = try file(name).open()
        var edits: [TreeEdit] = [TreeEdit(["users"], .set(PendingValue("none yet")))]
        for room in 0..<20 {
            let messages = (0..<room * 10).map { number -> (TreeKey, TreeValue) in
                let author = TreeValue.string("user \(number % 7)")
                return ("m\(number)", ["author": author, "sentAt": .integer(Int64(number))])
            }
            let place: TreePlace = ["rooms", "\(room)"]
            let value = TreeValue(TreeChildren(messages)) ?? "closed"
            edits.append(TreeEdit(place.appending("messages"), .set(PendingValue(value))))
            edits.append(TreeEdit(place.appending("name"), .set(PendingValue("Room"))))
        }
        try connection.transaction { try connection.make(edits, at: 0) }
    }

    @Test func builtIndexesMatchTheValues() throws {
        try fill("a.sqlite")
        let connection = try file("a.sqlite", list).open()
        #expect(try connection.keptIndexes().count == 3)
        #expect(try connection.indexRows() == connection.expectedIndexRows())
        #expect(try connection.indexRows().count == 3800)
    }

    /// The files of a process that is killed while it builds are those that are here then.
    @Test func aBuildThatIsInterruptedLeavesNothing() throws {
        try fill("a.sqlite")
        let indexes = try ChildIndex.all(in: list)
        let connection = try file("a.sqlite").open()
        // So that most of it is in the log before the end.
        try connection.run("PRAGMA cache_size = 10")
        try connection.run(.beginImmediate)
        try connection.build(indexes)
        #expect(try folder.data(of: "a.sqlite-wal").count > 100_000)
        for end in ["", "-wal"] {
            try folder.write(try folder.data(of: "a.sqlite" + end), to: "b.sqlite" + end)
        }
        try connection.run(.rollback)
        for name in ["a.sqlite", "b.sqlite"] {
            let found = try file(name).open()
            #expect(try found.keptIndexes().isEmpty)
            #expect(try found.integer("SELECT count(*) FROM indexed_child") == 0)
            let opened = try file(name, list).open()
            #expect(try opened.indexRows() == opened.expectedIndexRows())
            #expect(try opened.text("PRAGMA integrity_check") == "ok")
        }
    }

    /// One page more each time, until there is enough room.
    @Test func aBuildThatFailsAtAnyPageLeavesNothing() throws {
        try fill("a.sqlite")
        let connection = try file("a.sqlite").open()
        let indexes = try ChildIndex.all(in: list)
        let used = try connection.integer("PRAGMA page_count")
        for pages in 0... {
            try connection.run("PRAGMA max_page_count = \(used + Int64(pages))")
            do {
                try connection.transaction { try connection.build(indexes) }
                #expect(pages > 10)
                break
            } catch let failure as SQLiteFailure {
                #expect(failure.error(in: "a.sqlite").kind == .diskFull)
                #expect(try connection.keptIndexes().isEmpty)
                #expect(try connection.integer("SELECT count(*) FROM indexed_child") == 0)
            }
        }
        #expect(try connection.indexRows() == connection.expectedIndexRows())
    }
}
