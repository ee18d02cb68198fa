import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

/// Files of versions that had a row for each scalar.
@Suite(.timeLimit(.minutes(5))) struct PackingTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("a.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ name: String) -> DatabaseFile {
        DatabaseFile(path: folder.path(name), options: .init())
    }

    /// Returns a tree with records of all sizes, at all depths.
    private static func tree(_ random: inout SplitMix64, count: Int = 300) -> TreeValue {
        var root: TreeValue? = nil
        for number in 0..<count {
            let record = TreeValue.random(depth: 3, &random) ?? true
            root[["small", "\(number)"]] = record
            let text = String(repeating: "x", count: Int.random(in: 0...2000, using: &random))
            let keys: [TreeKey] = ["deep", .few(&random), .few(&random), .few(&random)]
            root[TreePlace(keys + ["\(number)"])] = ["text": .string(text), "n": 1]
        }
        root[["one"]] = ["a": ["b": ["c": 1]]]
        root[["long"]] = .string(String(repeating: "é", count: 5000))
        return root ?? true
    }

    /// The rows of a new file with a value.
    private func newRows(_ value: TreeValue?) throws -> [String] {
        try? FileManager.default.removeItem(atPath: folder.path("new.sqlite"))
        let connection = try file("new.sqlite").open()
        try connection.transaction { try connection.put(value, at: .root) }
        return try connection.rowTexts()
    }

    @Test(arguments: [1, 2])
    func aPackedFileHasTheRowsOfANewOne(version: Int) async throws {
        var random = SplitMix64(seed: Seed.make())
        for round in 0..<Effort.times(3) {
            let value: TreeValue? =
                [nil, TreeValue.random(depth: 4, &random), Self.tree(&random)][min(round, 2)]
            try? folder.removeAll()
            try OldFile.make(path, version: version, value)
            let engine = try SQLiteEngine(at: path)
            #expect(try await engine.read(.root, .all).value == value)
            #expect(try await engine.checkIntegrity() == [])
            await engine.close()
            let connection = try file("a.sqlite").open()
            #expect(try connection.rowTexts() == newRows(value), "round \(round)")
            #expect(try connection.integer("PRAGMA user_version") == 4)
            #expect(try connection.integer("PRAGMA freelist_count") <= 1)
        }
    }

    @Test func indexesAreKept() throws {
        let value: TreeValue = ["players": ["ana": ["score": 3], "ben": ["score": 1]]]
        try OldFile.make(path, version: 2, value)
        let old = try Connection(path, flags: 2)
        try old.run("INSERT INTO child_index (collection, child) VALUES ('players', 'score')")
        for (key, score) in [("ana", 3), ("ben", 1)] as [(TreeKey, TreeValue)] {
            let entry = IndexEntry(key, OrderBytes(score), in: ["players"])
            let hex = [entry.collection, entry.position].map { bytes in
                bytes.map { String(Int($0) + 0x100, radix: 16).suffix(2) }.joined()
            }
            try old.run("INSERT INTO indexed_child VALUES (1, x'\(hex[0])', x'\(hex[1])')")
        }
        let connection = try file("a.sqlite").open()
        #expect(try connection.indexRows() == connection.expectedIndexRows())
        #expect(try connection.indexRows().count == 2)
    }

    /// Each state of the files is one that a process that is killed could leave.
    @Test func eachStepLeavesAWholeFile() async throws {
        var random = SplitMix64(seed: Seed.make())
        let value = Self.tree(&random)
        let rows = try newRows(value)
        try OldFile.make(path, version: 2, value)
        let connection = try file("a.sqlite").openToPack()
        var packing = FilePacking(connection, stepRows: 20)
        var steps = 0
        repeat {
            for end in ["", "-wal"] {
                try? FileManager.default.removeItem(atPath: folder.path("b.sqlite" + end))
                try folder.write(try folder.data(of: "a.sqlite" + end), to: "b.sqlite" + end)
            }
            #expect(try connection.value(at: .root) == value, "step \(steps)")
            if steps % 5 == 0 {
                let other = try file("b.sqlite").open()
                #expect(try other.rowTexts() == rows, "step \(steps)")
                #expect(try other.text("PRAGMA integrity_check") == "ok")
            }
            steps += 1
        } while try connection.transaction({ try packing.step() }) != nil
        #expect(steps > 20)
        #expect(try connection.rowTexts() == rows)
    }

    @Test func aFileIsReadAndWrittenWhileItIsPacked() async throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(5) {
            try? folder.removeAll()
            var value: TreeValue? = ["a": Self.tree(&random, count: 20)]
            for number in 0..<60 {
                value[["\(number)"]] = TreeValue.random(depth: 3, &random)
            }
            try OldFile.make(path, version: 1, value)
            let memory = MemoryEngine()
            try await memory.set(value, at: .root)
            let connection = try file("a.sqlite").openToPack()
            let other = try file("a.sqlite").connect(2)
            var packing = FilePacking(connection, stepRows: 10)
            while try connection.transaction({ try packing.step() }) != nil {
                let edits = RandomEdits.edits(&random)
                try await memory.write(edits)
                try other.transaction { try other.make(edits, at: 0) }
                // Another process that goes on, too.
                if Bool.random(using: &random) {
                    var another = FilePacking(other, stepRows: 7)
                    _ = try other.transaction { try another.step() }
                }
                let found = try other.value(at: .root)
                try #require(found == memory.value)
            }
            let engine = try SQLiteEngine(at: path)
            #expect(try await engine.checkIntegrity() == [])
            #expect(try await engine.read(.root, .all).value == memory.value)
        }
    }

    /// One page more each time, until there is enough room.
    @Test func aFileIsWholeWhereverThereIsNoRoomLeft() throws {
        var random = SplitMix64(seed: Seed.make())
        let value = Self.tree(&random, count: 50)
        try OldFile.make(path, version: 2, value)
        let connection = try file("a.sqlite").openToPack()
        let used = try connection.integer("PRAGMA page_count")
        for pages in 0... {
            try connection.run("PRAGMA max_page_count = \(used + Int64(pages))")
            do {
                var packing = FilePacking(connection, stepRows: 30)
                while try connection.transaction({ try packing.step() }) != nil {}
                break
            } catch let failure as SQLiteFailure {
                #expect(failure.error(in: "a.sqlite").kind == .diskFull)
                #expect(try connection.value(at: .root) == value)
            }
        }
        #expect(try connection.rowTexts() == newRows(value))
    }

    @Test func severalEnginesCanPackAFileAtTheSameTime() async throws {
        var random = SplitMix64(seed: Seed.make())
        let value = Self.tree(&random)
        try OldFile.make(path, version: 2, value)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { [path] in
                    let found = try await SQLiteEngine(at: path).read(.root, .all).value
                    #expect(found == value)
                }
            }
            try await group.waitForAll()
        }
        #expect(try file("a.sqlite").open().rowTexts() == newRows(value))
    }

    @Test func aProcessThatIsKilledIsFollowedByAnother() async throws {
        var random = SplitMix64(seed: Seed.make())
        var value: TreeValue? = nil
        for number in 0..<20_000 {
            value[["players", "\(number)"]] = [
                "name": .string("Player \(number)"), "score": .integer(Int64(number)),
            ]
        }
        for _ in 0..<Effort.times(5) {
            try? folder.removeAll()
            try OldFile.make(path, version: 2, value)
            for _ in 0..<3 {
                let writer = try RunningProgram(
                    Products.program("sqlite-writer"), ["some", path, "0", "p"])
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &random)))
                writer.kill()
                _ = await writer.remainingLines()
            }
            let engine = try SQLiteEngine(at: path)
            let found = try await engine.read(.root, .all).value
            #expect(found == value)
            #expect(try await engine.checkIntegrity() == [])
            #expect(try await engine.count(of: ["players"], .all) == 20_000)
            await engine.close()
        }
    }

    @Test func progressGoesFromTheStartToTheEnd() throws {
        var value: TreeValue? = nil
        for number in 0..<40_000 { value[["list", "\(number)"]] = .integer(Int64(number)) }
        try OldFile.make(path, version: 2, value)
        let parts = Locked<[Double]>([])
        for _ in 0..<2 {
            _ = try SQLiteEngine(
                at: path, progress: { part in parts.withLock { $0.append(part) } })
        }
        let told = parts.withLock { $0 }
        #expect(told.count > 2 && told == told.sorted(), "\(told)")
        // A file of this version has no progress.
        #expect(told.filter { $0 == 1 }.count == 1)
    }
}
