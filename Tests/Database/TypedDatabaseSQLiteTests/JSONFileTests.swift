import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

/// JSON in and out of a file.
@Suite(.timeLimit(.minutes(5))) struct JSONFileTests {
    let folder: TemporaryFolder
    private let engine: SQLiteEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SQLiteEngine(
            at: folder.path("a.sqlite"), indexes: ["a": ["b", "a/b"], "a/$any": [".value"]],
            limits: .small)
    }

    private func `import`(
        _ json: String, at place: TreePlace = .root, replacing: Bool = false
    ) async throws {
        try folder.write(json, to: "in.json")
        try await engine.importJSON(from: folder["in.json"], at: place, replacing: replacing)
    }

    private func expectSoundness(_ location: SourceLocation = #_sourceLocation) async throws {
        #expect(try await engine.checkIntegrity() == [], sourceLocation: location)
    }

    // MARK: - In

    @Test func anExportOfTheConsoleIsImported() async throws {
        try await `import`(
            """
            {
              "players" : [ null, { "name" : "Ana", "score" : 40.0 }, null, { "name" : "Ben" } ],
              "rooms" : { "-N1" : { ".priority" : 3, ".value" : "Fire Chat" }, "-N2" : {} },
              "10" : true, "9" : false
            }
            """)
        #expect(
            try await engine.read(.root, .all).value == [
                "9": false, "10": true,
                "players": ["1": ["name": "Ana", "score": 40], "3": ["name": "Ben"]],
                "rooms": ["-N1": "Fire Chat"],
            ])
        try await expectSoundness()
    }

    @Test func dataThatIsThereIsOnlyReplacedIfAsked() async throws {
        try await engine.set(["a": 1, "b": ["c": 2]], at: ["x"])
        for place in [.root, ["x"], ["x", "b", "c"], ["x", "a", "new", "deep"]] as [TreePlace] {
            let error = await databaseError { try await `import`("{\"n\": 1}", at: place) }
            #expect(error?.kind == .alreadyExists)
            #expect(error?.place == place)
        }
        #expect(try await engine.read(["x"], .all).value == ["a": 1, "b": ["c": 2]])
        try await `import`("{\"n\": 1}", at: ["x", "b"], replacing: true)
        #expect(try await engine.read(["x"], .all).value == ["a": 1, "b": ["n": 1]])
        try await `import`("null", at: ["x", "a", "new"], replacing: true)
        #expect(try await engine.read(["x"], .all).value == ["a": 1, "b": ["n": 1]])
        try await `import`("7", at: ["x", "a", "new"], replacing: true)
        #expect(try await engine.read(["x"], .all).value == ["a": ["new": 7], "b": ["n": 1]])
        try await `import`("{}", at: ["x"], replacing: true)
        #expect(try await engine.read(.root, .all).value == nil)
        try await expectSoundness()
    }

    @Test(arguments: [
        (
            "{\"a\": {\"b\": 1, \"a\": 2, \"b\": {\"c\": 3}}}", "a",
            ":1:24: the key \"b\" is there twice"
        ),
        (
            "{\"a\": {\"b\": {\"c\": 3}, \"a\": 2, \"b\": 1}}", "a",
            ":1:31: the key \"b\" is there twice"
        ),
        ("{\"a\": 1,\n\"b/c\": 2}", "", ":2:1: \"b/c\" is no key"),
        ("{\"a\": 1,\n\"b\": [1, 2}", nil, ":2:11: not JSON: "),
        ("{\"a\": 1", nil, ":1:8: not JSON: "),
    ])
    func aMistakeChangesNothing(json: String, place: String?, words: String) async throws {
        try await engine.set("old", at: ["old"])
        let error = await databaseError { try await `import`(json, replacing: true) }
        #expect(error?.place?.description == place)
        let start = folder.path("in.json") + words
        #expect(error?.message.hasPrefix(start) == true, "\(error as Any)")
        #expect(try await engine.read(.root, .all).value == ["old": "old"])
        try await expectSoundness()
    }

    @Test func aFileThatCannotBeReadIsAnError() async throws {
        for name in ["missing.json", "."] {
            let error = await databaseError { try await engine.importJSON(from: folder[name]) }
            #expect(error?.kind == .unreachableFile)
        }
        let itself = await databaseError { try await engine.importJSON(from: folder["a.sqlite"]) }
        #expect(itself?.kind == .invalidJSON)
        let error = await databaseError { try await `import`("1", at: ["a.b"]) }
        #expect(error?.kind == .invalidKey)
    }

    @Test func observersSeeAnImportAtOnce() async throws {
        try await engine.set(1, at: ["c"])
        let states = Locked<[Int]>([])
        let observer = Observer(engine.watch(["c"], .all)) { value in
            states.withLock { $0.append(value?.children.count ?? 0) }
        }
        try await observer.reach(1)
        let members = (0..<2000).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
        try await `import`("{\(members)}", at: ["c"], replacing: true)
        try await observer.reach(try await engine.read(["c"], .all).value)
        #expect(states.withLock { Set($0) } == [0, 2000])
    }

    // MARK: - Out

    @Test func childrenAreInOrderAndStringsAreEscaped() async throws {
        try await engine.set(
            ["b": ["10": 1, "9": 0.5, "x": "\"\\\n\u{1}é"], "a": true, "c": .double(1e300)], at: [])
        try await engine.exportJSON(to: folder["out.json"])
        #expect(
            try folder.read("out.json")
                == "{\"a\":true,\"b\":{\"9\":0.5,\"10\":1,\"x\":\"\\\"\\\\\\n\\u0001é\"},\"c\":1e+300}\n"
        )
        try await engine.exportJSON(to: folder["b.json"], at: ["b", "x"])
        #expect(try folder.read("b.json") == "\"\\\"\\\\\\n\\u0001é\"\n")
        try await engine.exportJSON(to: folder["none.json"], at: ["none"])
        #expect(try folder.read("none.json") == "null\n")
    }

    @Test func aFileThatIsThereIsNotReplaced() async throws {
        try folder.write("by hand", to: "out.json")
        let error = await databaseError { try await engine.exportJSON(to: folder["out.json"]) }
        #expect(error?.kind == .alreadyExists)
        #expect(try folder.read("out.json") == "by hand")
        let missing = await databaseError { try await engine.exportJSON(to: folder["no/out.json"]) }
        #expect(missing?.kind == .unreachableFile)
        #expect(missing?.message.contains(folder.path("no/out.json")) == true)
        #expect(try folder.names.allSatisfy { $0.hasPrefix("a.sqlite") || $0 == "out.json" })
    }

    @Test func damageIsAnErrorAndLeavesNoFile() async throws {
        let connection = try Connection(folder.path("a.sqlite"), flags: 2)
        try connection.insertRows("VALUES (x'026100', 1), (x'026100026200', 2)")
        let names = try folder.names
        let error = await databaseError { try await engine.exportJSON(to: folder["out.json"]) }
        #expect(error?.kind == .damagedFile)
        #expect(try folder.names == names)
    }

    // MARK: - Both

    @Test func exportsAreImportedUnchanged() async throws {
        var random = SplitMix64(seed: Seed.make())
        for round in 0..<Effort.times(30) {
            let value = TreeValue.random(depth: 5, &random)
            let place = RandomEdits.place(&random)
            try await engine.write([TreeEdit(.root, .set(PendingValue(value)))])
            try await engine.exportJSON(to: folder["\(round).json"])
            let memory = try MemoryEngine(contentsOf: folder["\(round).json"])
            #expect(memory.value == value, "round \(round)")
            try memory.exportJSON(to: folder["memory \(round).json"])
            let data = try folder.data(of: "\(round).json")
            #expect(try folder.data(of: "memory \(round).json") == data)

            // Over other data, and at any place.
            for edit in RandomEdits.edits(&random) { try await engine.write([edit]) }
            try await engine.importJSON(from: folder["\(round).json"], at: place, replacing: true)
            let found = try await engine.read(place, .all).value
            #expect(found == value, "round \(round)")
            #expect(try await engine.checkIntegrity() == [], "round \(round)")
        }
    }

    /// The same as a write of the same value, whatever is there and above it.
    @Test func anImportIsAWrite() async throws {
        var random = SplitMix64(seed: Seed.make())
        let model = MemoryEngine()
        for round in 0..<Effort.times(100) {
            let edits = RandomEdits.edits(&random)
            try await engine.write(edits)
            try await model.write(edits)
            let (place, value) = (RandomEdits.place(&random), TreeValue.random(depth: 3, &random))
            try await model.write([TreeEdit(place, .set(PendingValue(value)))])
            let json = String(decoding: JSONWriter.bytes(value), as: UTF8.self)
            try await `import`(json, at: place, replacing: true)
            let found = try await engine.read(.root, .all).value
            #expect(found == model.value, "round \(round)")
            #expect(try await engine.checkIntegrity() == [], "round \(round)")
        }
    }

    // MARK: - Large files

    /// Writes a file of about so many megabytes.
    private func writeLargeFile(megabytes: Int) throws {
        #expect(FileManager.default.createFile(atPath: folder.path("large.json"), contents: nil))
        let file = try FileHandle(forWritingTo: folder["large.json"])
        try file.write(contentsOf: Data("{ \"players\": {\n".utf8))
        let text = String(repeating: "text ", count: 20)
        for number in 0..<megabytes * 20 {
            let lines = (0..<275).map { line in
                "\"player \(number * 275 + line)\": "
                    + "{ \"n\": \(line), \"text\": \"\(text)\(text.prefix(line % 90))\" },\n"
            }
            try file.write(contentsOf: Data(lines.joined().utf8))
        }
        try file.write(contentsOf: Data("\"last\": true } }".utf8))
        try file.close()
    }

    @Test func progressGoesFromTheStartToTheEnd() async throws {
        try writeLargeFile(megabytes: 2)
        let read = Locked<[Double]>([])
        let written = Locked<[Double]>([])
        try await engine.importJSON(from: folder["large.json"]) { part in
            read.withLock { $0.append(part) }
        }
        try await engine.exportJSON(to: folder["out.json"]) { part in
            written.withLock { $0.append(part) }
        }
        for parts in [read.withLock { $0 }, written.withLock { $0 }] {
            #expect(parts.count > 4 && parts.count <= 100, "\(parts)")
            #expect(parts == parts.sorted())
            #expect(parts.last == 1)
        }
    }

    @Test func anImportThatIsCancelledLeavesNothing() async throws {
        try writeLargeFile(megabytes: 2)
        try await engine.set("old", at: ["old"])
        try await expectCancellation { [engine, folder] progress in
            try await engine.importJSON(
                from: folder["large.json"], at: ["new"], progress: progress)
        }
        #expect(try await engine.read(.root, .all).value == ["old": "old"])
        try await expectSoundness()
    }

    @Test func anExportThatIsCancelledLeavesNothing() async throws {
        try writeLargeFile(megabytes: 2)
        try await engine.importJSON(from: folder["large.json"])
        let names = try folder.names
        try await expectCancellation { [engine, folder] progress in
            try await engine.exportJSON(to: folder["out.json"], progress: progress)
        }
        #expect(try folder.names == names)
    }

    /// Cancels work at several stages, at each of which it has to end.
    private func expectCancellation(
        of work:
            @escaping @Sendable (_ progress: @escaping @Sendable (Double) -> Void)
            async throws -> Void
    ) async throws {
        for stop in [0.1, 0.5, 0.9] {
            let task = Locked<Task<Void, any Error>?>(nil)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let running = Task {
                for await _ in started { break }
                try await work { part in
                    if part >= stop { task.withLock { $0?.cancel() } }
                }
            }
            task.withLock { $0 = running }
            start.yield()
            await #expect(throws: CancellationError.self) { try await running.value }
        }
    }

    /// `TEST_EFFORT=12` takes a file of 100 megabytes.
    @Test func memoryDoesNotDependOnTheSizeOfTheFile() async throws {
        let megabytes = Effort.times(8)
        try writeLargeFile(megabytes: megabytes)
        for (command, json) in [("import", "large.json"), ("export", "out.json")] {
            let lines = try await RunningProgram(
                Products.program("sqlite-writer"),
                [command, folder.path("b.sqlite"), folder.path(json)]
            ).remainingLines()
            let kilobytes = try #require(lines.last.flatMap { Int($0) }, "\(lines)")
            print("\(command) of \(megabytes) MB: \(kilobytes) kB")
            #expect(kilobytes < 20_000)
        }
        let (given, written) = (folder["large.json"], folder["out.json"])
        #expect(
            try MemoryEngine(contentsOf: given).value == MemoryEngine(contentsOf: written).value)
    }
}
