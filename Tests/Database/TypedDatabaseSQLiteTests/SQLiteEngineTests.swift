import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite struct SQLiteEngineTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("a.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func valuesSurviveReopeningTheFile() async throws {
        do {
            let engine = try SQLiteEngine(at: path)
            try await engine.set(["b": true, "i": 7, "d": 0.5, "s": "a\0é"], at: ["a"])
        }
        let engine = try SQLiteEngine(at: URL(fileURLWithPath: path))
        #expect(
            try await engine.read(["a"], .all).value == ["b": true, "i": 7, "d": 0.5, "s": "a\0é"])
    }

    @Test func aReleasedEngineClosesItsFile() async throws {
        do {
            let engine = try SQLiteEngine(at: path)
            try await engine.set(1, at: ["a"])
            _ = try await engine.watch(["a"], .all).next()
        }
        #expect(try await eventually { try folder.names == ["a.sqlite"] })
    }

    @Test func keysSkipWhatIsBelowThem() async throws {
        let engine = try SQLiteEngine(at: path)
        // Children of 1 to 40 rows.
        for index in 0..<40 {
            let rows = (0...index).map { (TreeKey("row \($0)"), TreeValue.bool(true)) }
            try await engine.set(.children(TreeChildren(rows)), at: ["c", "\(index)"])
        }
        try await engine.set(true, at: ["d"])
        let keys = (0..<40).map { TreeKey("\($0)") }
        #expect(try await engine.keys(of: ["c"], .all) == .children(keys))
        for count in [1, 7, 39, 40, 41] {
            let first = try await engine.keys(of: ["c"], TreeSelection(limit: .first(count)))
            #expect(first == .children(Array(keys.prefix(count))))
            let last = try await engine.keys(of: ["c"], TreeSelection(limit: .last(count)))
            #expect(last == .children(Array(keys.suffix(count))))
        }
    }

    @Test func powerLossCanBeSurvived() async throws {
        let options = SQLiteEngine.Options(durability: .powerLoss)
        let connection = try DatabaseFile(path: path, options: options).open()
        #expect(try connection.integer("PRAGMA synchronous") == 2)
        #expect(try connection.integer("PRAGMA fullfsync") == 1)
    }

    @Test func aWriteWaitsForAnotherProcessOnlySoLong() async throws {
        let options = SQLiteEngine.Options(busyTimeout: .milliseconds(50))
        let engine = try SQLiteEngine(at: path, options: options)
        let other = try DatabaseFile(path: path, options: options).open()
        try other.run(.beginImmediate)
        let error = await databaseError { try await engine.set(1, at: ["a"]) }
        #expect(error?.kind == .unavailable)
        #expect(error?.message.contains(path) == true)
        #expect(try await engine.read(["a"], .all).value == nil)
        try other.run(.rollback)
        try await engine.set(1, at: ["a"])
    }

    @Test func readsGoOnWhileAnotherProcessWrites() async throws {
        let engine = try SQLiteEngine(at: path)
        try await engine.set(1, at: ["a"])
        let other = try DatabaseFile(path: path, options: .init()).open()
        try other.run(.beginImmediate)
        try other.put(2, at: ["a"])
        #expect(try await engine.read(["a"], .all).value == 1)
        try other.run(.commit)
        #expect(try await engine.read(["a"], .all).value == 2)
    }

    @Test func aCancelledTaskWritesNothing() async throws {
        let options = SQLiteEngine.Options(busyTimeout: .seconds(30))
        let engine = try SQLiteEngine(at: path, options: options)
        let other = try DatabaseFile(path: path, options: options).open()
        try other.run(.beginImmediate)
        // The first waits for the other process, and the second for the first.
        let first = Task { try await engine.set(1, at: ["a"]) }
        try await Task.sleep(for: .milliseconds(50))
        let second = Task { try await engine.set(2, at: ["b"]) }
        try await Task.sleep(for: .milliseconds(50))
        second.cancel()
        try other.run(.rollback)
        try await first.value
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(try await engine.read(.root, .all).value == ["a": 1])
    }
}
