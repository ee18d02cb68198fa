import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

/// Processes that die, that share a file, and that a system refuses to write.
@Suite(.timeLimit(.minutes(5))) struct CrashTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("a.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Checks that each batch of `sqlite-writer` was written wholly or not at all.
    ///
    /// Returns the number of the last one.
    private func checkBatches() async throws -> Int64 {
        let engine = try SQLiteEngine(at: path)
        let value = try await engine.read(.root, .all).value
        await engine.close()
        let connection = try Connection(path, flags: 2)
        #expect(try connection.text("PRAGMA integrity_check") == "ok")
        #expect(try connection.indexRows() == connection.expectedIndexRows())
        guard let value else { return 0 }

        let count = try #require(value.children["count"])
        guard case .integer(let last) = count else { throw CocoaError(.fileReadCorruptFile) }
        #expect(value.children["last"] == count)
        let entries = try #require(value.children["entries"]).children
        #expect(entries.count == Int(last))
        // Comparing all takes too long in a debug build. The others were checked when they were new.
        for number in max(1, last - 49)...last {
            let text = String(repeating: "x", count: Int(number * 7919 % 3000))
            let entry: TreeValue = ["first": .integer(number), "text": .string(text)]
            #expect(entries["\(number)"] == entry, "entry \(number) of \(last)")
            let ring = value.children["ring"]?.children["\(number % 50)"]
            #expect(ring == ["at \(number)": entry])
        }
        return last
    }

    private static func writer(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(Products.program("sqlite-writer"), arguments)
    }

    @Test func acknowledgedWritesSurviveTheProcess() async throws {
        var random = SplitMix64(seed: Seed.make())
        for round in 0..<Effort.times(20) {
            if round % 20 == 0 {
                try? folder.removeAll()
                // The writer opens the file without a list, which keeps its indexes.
                let indexes = ["entries": ["first"], "ring/$number": ["text", ".value"]]
                try await SQLiteEngine(at: path, indexes: indexes).close()
            }
            let writer = try Self.writer(["forever", path])
            var lines: [String] = []
            // The others are ended while they open the file.
            if round % 4 > 0 { lines.append(try #require(await writer.nextLine())) }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...150, using: &random)))
            writer.kill()
            lines += await writer.remainingLines()
            let acknowledged = lines.last.flatMap { Int64($0) } ?? 0
            try #require(lines.allSatisfy { Int64($0) != nil }, "\(lines.suffix(3))")
            let last = try await checkBatches()
            // One more may be there: one that was written, and not acknowledged yet.
            try #require(
                lines.isEmpty || last == acknowledged || last == acknowledged + 1,
                "\(last) are there, \(acknowledged) were acknowledged")
        }
    }

    /// The process ends while it writes, and its engine is never closed.
    @Test func aProcessThatEndsLeavesAllDataInTheFile() async throws {
        for _ in 0..<Effort.times(5) {
            try? folder.removeAll()
            let writer = try Self.writer(["forever", path])
            let first = try #require(await writer.nextLine())
            try writer.endInput()
            let lines = [first] + (await writer.remainingLines())
            #expect(try folder.names == ["a.sqlite"])
            let acknowledged = try #require(lines.last.flatMap { Int64($0) })
            let last = try await checkBatches()
            #expect(last == acknowledged || last == acknowledged + 1)
        }
    }

    @Test func theLastOfSeveralProcessesThatEndLeavesNoLog() async throws {
        for _ in 0..<Effort.times(5) {
            try? folder.removeAll()
            let writers = try (0..<3).map { _ in try Self.writer(["forever", path]) }
            for writer in writers { _ = try #require(await writer.nextLine()) }
            for writer in writers { try writer.endInput() }
            for writer in writers { _ = await writer.remainingLines() }
            #expect(try folder.names == ["a.sqlite"])
        }
    }

    @Test func processesThatShareAFileLoseNothing() async throws {
        let count = Effort.times(500)
        let engine = try SQLiteEngine(at: path)
        let observer = Observer(engine.watch(["count"], .all))
        let writers = try ["p", "q"].map { try Self.writer(["some", path, "\(count)", $0]) }
        for writer in writers { #expect(await writer.remainingLines() == []) }
        try await observer.reach(.integer(Int64(2 * count)))
        #expect(try await engine.read(["count"], .all).value == .integer(Int64(2 * count)))
        let numbers = (0..<count).map { (TreeKey("\($0)"), TreeValue.integer(Int64($0))) }
        for name in ["p", "q"] as [TreeKey] {
            #expect(try await engine.read([name], .all).value?.children == TreeChildren(numbers))
        }
    }

    /// No file may be longer than the limit, so that there is a write that fails at each. Once the
    /// limit is lifted, the same engine goes on.
    @Test func aFullDiskLosesNothingThatWasAcknowledged() async throws {
        let count = Effort.times(25)
        for step in 0..<count {
            try? folder.removeAll()
            let limit = 1000 + 600_000 * step / count + step
            let lines = try await Self.writer(["limited", path, "\(limit)"]).remainingLines()
            #expect(lines.contains("full"), "\(limit): \(lines.suffix(3))")
            let acknowledged = lines.compactMap { Int64($0) }
            let expected = acknowledged.indices.map { Int64($0 + 1) }
            #expect(acknowledged == expected, "\(limit): \(lines)")
            #expect(lines.suffix(3).allSatisfy { Int64($0) != nil }, "\(limit): \(lines.suffix(4))")
            #expect(try await checkBatches() == acknowledged.last, "\(limit)")
        }
    }

    @Test(arguments: ["file", "folder"])
    func readOnlyFilesAndFoldersAreErrors(_ what: String) async throws {
        let engine = try SQLiteEngine(at: path)
        try await engine.set(1, at: ["a"])
        await engine.close()
        let data = try folder.data(of: "a.sqlite")
        let files = FileManager.default
        let (file, folder) = what == "file" ? (0o444, 0o777) : (0o666, 0o555)
        try files.setAttributes([.posixPermissions: file], ofItemAtPath: path)
        try files.setAttributes([.posixPermissions: folder], ofItemAtPath: self.folder.url.path)
        defer {
            try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: self.folder.url.path)
        }
        let lines = try await Self.writer(["open", path]).remainingLines()
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix("error: \(path) can't be read and written") == true, "\(lines)")
        #expect(try self.folder.data(of: "a.sqlite") == data)
        #expect(try self.folder.names == ["a.sqlite"])
    }
}
