import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

/// A file that can't grow: each write either happens or is as if it had never been asked for.
@Suite struct FullFileTests {
    @Test func aWriteThatFailsAtAnyPageChangesNothing() async throws {
        let folder = try TemporaryFolder()
        var failures = 0
        // One page more each time, until a run has enough.
        for pages in 0... {
            try folder.removeAll()
            let file = DatabaseFile(path: folder.path("a.sqlite"), options: .init())
            let connection = try file.open()
            let used = try connection.integer("PRAGMA page_count")
            try connection.run("PRAGMA max_page_count = \(used + Int64(pages))")
            guard try fails(on: connection) else { break }
            failures += 1
            try connection.run("PRAGMA max_page_count = 1000000")
            try connection.putAll(["again": 1])
            #expect(try connection.value(at: .root) == ["again": 1])
        }
        #expect(failures > 20)
    }

    /// Writes more and more, and returns whether there wasn't enough room for all of it.
    private func fails(on connection: Connection) throws -> Bool {
        var model: TreeValue?
        for number in 0..<12 {
            var next = model
            for index in 0..<20 {
                let text = String(repeating: "\(number)", count: (index * 97 + number * 31) % 900)
                next[["\(number)", "\(index)", "text"]] = .string(text)
            }
            do {
                try connection.putAll(next)
                model = next
            } catch let failure as SQLiteFailure {
                #expect(failure.error(in: "a.sqlite").kind == .diskFull)
                #expect(try connection.value(at: .root) == model)
                #expect(try connection.text("PRAGMA integrity_check") == "ok")
                return true
            }
        }
        return false
    }
}

extension Connection {
    fileprivate func putAll(_ value: TreeValue?) throws {
        try transaction { try make([TreeEdit(.root, .set(PendingValue(value)))], at: 0) }
    }
}
