import Dispatch
import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

/// Watches of a file that another process writes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct FileEventTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("a.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func engine(
        startEvents: @escaping FileEvents.Start = FileEvents.init
    ) throws -> SQLiteEngine {
        try SQLiteEngine(DatabaseFile(path: path, options: .init()), startEvents: startEvents)
    }

    private func writer(_ arguments: String...) throws -> RunningProgram {
        try RunningProgram(Products.program("sqlite-writer"), arguments)
    }

    @Test(arguments: [true, false])
    func writesOfAnotherProcessAreSeen(hasEvents: Bool) async throws {
        let engine =
            try hasEvents ? engine() : engine(startEvents: { _, _, _ in nil })
        let observer = Observer(engine.watch(.root, .all))
        for round in 1...3 as ClosedRange<Int64> {
            let program = try writer("stay", path, "50", "round \(round)")
            #expect(await program.nextLine() == "done")
            // The process lives, and keeps the file open.
            try await observer.reach(try await engine.read(.root, .all).value)
            #expect(try await engine.read(["count"], .all).value == .integer(50 * round))
            program.kill()
        }
        #expect(engine.feed.polls != hasEvents)
    }

    /// A process may die after a batch is in the file, and before it has told others.
    @Test func theLastWriteOfAProcessThatIsKilledIsSeen() async throws {
        var random = SplitMix64(seed: Seed.make())
        let engine = try engine()
        let observer = Observer(engine.watch(["last"], .all))
        for _ in 0..<Effort.times(10) {
            let program = try writer("forever", path)
            for _ in 0..<Int.random(in: 1...40, using: &random) { _ = await program.nextLine() }
            program.kill()
            _ = await program.remainingLines()
            try await observer.reach(try await engine.read(["last"], .all).value)
        }
        #expect(!engine.feed.polls)
    }

    @Test func aWriteBeforeTheEventsBeginIsSeen() async throws {
        let file = DatabaseFile(path: path, options: .init())
        _ = try file.open()
        let signal = WatchSignal(["a"])
        let pool = ConnectionPool([Worker("observer", path: path, open: file.openToRead)])
        let feed = ChangeFeed(pool, WatchedFiles(path)) { files, queue, handler in
            _ = try? signal.take()
            if let connection = try? file.open() {
                let edit = TreeEdit(["a"], .set(PendingValue(1)))
                _ = try? connection.transaction { try connection.make([edit], at: 0) }
            }
            return FileEvents(files, queue, handler: handler)
        }
        try await feed.add(signal)
        #expect(try await eventually { try signal.take().isEverything })
        #expect(!feed.polls)
        await feed.close()
    }

    @Test func aLinkToTheFileHasItsEvents() async throws {
        let engine = try engine()
        let link = folder.path("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let other = try SQLiteEngine(at: link)
        let observers = [engine, other].map { Observer($0.watch(["a"], .all)) }
        for (number, writer) in [engine, other, engine].enumerated() {
            let value = TreeValue.integer(Int64(number))
            try await writer.set(value, at: ["a"])
            for observer in observers { try await observer.reach(value) }
        }
        #expect(!engine.feed.polls && !other.feed.polls)
    }

    @Test func aWatchEndsWhenTheFolderOfTheFileIsMoved() async throws {
        try folder.makeFolder("inner")
        let engine = try SQLiteEngine(at: folder.path("inner/a.sqlite"))
        let watch = engine.watch(["a"], .all)
        _ = try await watch.next()
        // Until then the feed looks at the file without an event.
        try await Task.sleep(for: .milliseconds(100))
        #expect(rename(folder.path("inner"), folder.path("outer")) == 0)
        let error = await databaseError { _ = try await watch.next() }
        #expect(error?.kind == .unreachableFile)
    }

    /// As on a file system that accepts watches, and later gives them up.
    @Test func theFileIsPolledOnceTheEventsHaveEnded() async throws {
        let handlers = Locked<[@Sendable (FileEvent) -> Void]>([])
        let engine = try engine { files, queue, handler in
            handlers.withLock { $0.append(handler) }
            return FileEvents(files, queue, handler: handler)
        }
        let other = try SQLiteEngine(at: path)
        let observer = Observer(engine.watch(["a"], .all))
        try await other.set(1, at: ["a"])
        try await observer.reach(1)
        #expect(!engine.feed.polls)
        for handler in handlers.withLock({ $0 }) { handler(.end) }
        #expect(engine.feed.polls)
        try await other.set(2, at: ["a"])
        try await observer.reach(2)
        observer.cancel()
        await observer.end()
        #expect(!engine.feed.polls)
    }

    @Test func thereAreNoEventsOfAFileWithoutALog() throws {
        try folder.write("", to: "a.sqlite")
        #expect(FileEvents(WatchedFiles(path), .global()) { _ in } == nil)
    }
}

#if os(Linux)
    extension FileEventTests {
        @Test func theFilesGiveTheirEvents() async throws {
            try folder.write("", to: "a.sqlite")
            try folder.write("", to: "a.sqlite-wal")
            let files = WatchedFiles(path)
            let (events, send) = AsyncStream<FileEvent>.makeStream()
            let object = try #require(FileEvents(files, .global()) { _ = send.yield($0) })
            var iterator = events.makeAsyncIterator()
            // Each comes alone, since the next is made after it.
            #expect(files.touchLog())
            #expect(await iterator.next() == .change)
            try FileHandle(forWritingTo: folder["a.sqlite-wal"]).close()
            #expect(await iterator.next() == .change)
            #expect(link(path, folder.path("b.sqlite")) == 0)
            #expect(await iterator.next() == .change)
            #expect(rename(path, folder.path("c.sqlite")) == 0)
            #expect(await iterator.next() == .end)
            withExtendedLifetime(object) {}
        }

        @Test func watchesThatWaitCauseNoWakeupsAndShareADescriptor() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let engine = try SQLiteEngine(at: folder.path("a.sqlite"))
                try await engine.set(1, at: ["a", "b"])
                var before = 0
                // The first time, readers open the file.
                for round in 1...2 {
                    let observers = (0..<100).map { _ in Observer(engine.watch(["a", "b"], .all)) }
                    for observer in observers { try await observer.reach(1) }
                    precondition(!engine.feed.polls)
                    if round == 2 {
                        let count = ProcessUsage.descriptorCount
                        precondition(count == before + 1, "\(count) descriptors, not \(before) + 1")
                        // Polling would cause ninety in this time.
                        let waits = ProcessUsage.waits
                        try await Task.sleep(for: .seconds(2))
                        let wakeups = ProcessUsage.waits - waits
                        precondition(wakeups < 25, "\(wakeups) wakeups")
                    }
                    for observer in observers {
                        observer.cancel()
                        await observer.end()
                    }
                    // The descriptor is closed on the feed's queue.
                    try await Task.sleep(for: .milliseconds(200))
                    if round == 1 { before = ProcessUsage.descriptorCount }
                }
                precondition(ProcessUsage.descriptorCount == before)
            }
        }
    }
#endif
