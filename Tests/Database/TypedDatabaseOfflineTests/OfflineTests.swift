import Foundation
import TestSupport
import Testing
import TypedDatabase
import TypedPaths

@testable import TypedDatabaseOffline

/// An engine whose remote comes and goes.
@Suite struct OfflineTests {
    private let remote = FlakyEngine()
    private let store = MemoryEngine()

    private func engine() -> OfflineEngine {
        var settings = OfflineSettings()
        settings.firstPause = .milliseconds(5)
        settings.longestPause = .milliseconds(50)
        settings.confirmation = .milliseconds(20)
        return OfflineEngine(
            remote, keepingIn: store, cacheLimit: 100_000_000, settings: settings, now: { Date() })
    }

    @Test func aWriteReturnsWithoutNetworkAndIsSentOnceThereIs() async throws {
        remote.fault = .unreachable
        let engine = engine()
        try await engine.set("hello", at: ["a"])
        #expect(try await engine.value(at: ["a"]) == "hello")
        #expect(remote.memory.value == nil)
        remote.fault = .none
        try await engine.waitUntilSent()
        #expect(remote.memory.value == ["a": "hello"])
        #expect(store.value?.children["outbox"] == nil)
    }

    @Test func aWriteSurvivesTheProcess() async throws {
        remote.fault = .unreachable
        do {
            let engine = engine()
            try await engine.set(1, at: ["a"])
            try await engine.increment(["n"], by: 2)
        }
        remote.fault = .none
        let next = engine()
        try await next.waitUntilSent()
        #expect(remote.memory.value == ["a": 1, "n": 2])
    }

    @Test func aReadAsksTheServerAndFallsBackToTheCache() async throws {
        try await remote.write([TreeEdit(["a"], setting: ["x": 1])])
        let engine = engine()
        #expect(try await engine.value(at: ["a"]) == ["x": 1])
        try await remote.write([TreeEdit(["a"], setting: ["x": 2])])
        #expect(try await engine.value(at: ["a"]) == ["x": 2])
        remote.fault = .unreachable
        #expect(try await engine.value(at: ["a"]) == ["x": 2])
        // A whole place answers for those inside.
        #expect(try await engine.value(at: ["a", "x"]) == 2)
        try await engine.set(3, at: ["a", "y"])
        #expect(try await engine.value(at: ["a"]) == ["x": 2, "y": 3])
        await #expect(throws: FlakyEngine.unavailable) { try await engine.value(at: ["b"]) }
    }

    @Test func aLimitedQueryDoesNotShowWhatHappensToBeCached() async throws {
        try await remote.write([TreeEdit(["all"], setting: ["a": 1, "b": 2, "c": 3])])
        let engine = engine()
        _ = try await engine.value(at: ["all", "a"])
        remote.fault = .unreachable
        await #expect(throws: FlakyEngine.unavailable) {
            try await engine.read(["all"], TreeSelection(limit: .last(2)))
        }
    }

    @Test func observersBeginWithTheCacheAndSayWhenTheServerIsHeard() async throws {
        try await remote.write([TreeEdit(["a"], setting: 1)])
        _ = try await engine().value(at: ["a"])
        remote.fault = .unreachable
        let engine = engine()
        let watch = engine.watch(["a"], .all)
        #expect(try await watch.next() == [TreeUpdate(.root, 1)])
        #expect(watch.isFromCache)
        remote.fault = .none
        #expect(try await watch.next() == [])
        #expect(!watch.isFromCache)
    }

    /// The remote could serve the second watch from the first one's stream, which may lack writes
    /// that the server has made.
    @Test func aWatchEndsBeforeTheNextOneOfItsPlaceBegins() async throws {
        let engine = engine()
        for number in 1...5 as ClosedRange<Int64> {
            let watch = engine.watch(["a"], .all)
            _ = try await watch.next()
            try await engine.set(.integer(number), at: ["a"])
            watch.cancel()
        }
        let watch = engine.watch(["a"], .all)
        #expect(try await watch.next() == [TreeUpdate(.root, 5)])
        watch.cancel()
        let events = remote.watchEvents
        for (event, next) in zip(events, events.dropFirst()) { #expect(event != next) }
        #expect(events.last == "ends at a")
    }

    @Test func childrenThatAreReadSayWhereTheyAreFrom() async throws {
        try await remote.write([TreeEdit(["all"], setting: ["a": 1, "b": 2])])
        let engine = engine()
        #expect(try await !engine.read(["all"], TreeSelection(limit: .last(1))).isFromCache)
        remote.fault = .unreachable
        #expect(try await engine.read(["all"], TreeSelection(limit: .last(1))).isFromCache)
    }

    @Test func aWriteThatCoversAPlaceMakesItKnown() async throws {
        remote.fault = .unreachable
        let engine = engine()
        let watch = engine.watch(["a", "b"], .all)
        try await engine.set(["b": 5], at: ["a"])
        #expect(try await watch.next() == [TreeUpdate(.root, 5)])
        #expect(try await engine.value(at: ["a", "b"]) == 5)
    }

    @Test func aRefusedWriteIsRolledBackAndKeptUntilTheAppHasDealtWithIt() async throws {
        remote.fault = .refusing(.permissionDenied)
        var engine: OfflineEngine? = engine()
        try await engine?.set("x", at: ["forbidden"])
        try await engine?.set("y", at: ["allowed"])
        try await engine?.waitUntilSent()
        #expect(try await engine?.value(at: ["forbidden"]) == .some(nil))
        #expect(remote.memory.value == ["allowed": "y"])
        engine = nil

        let next = self.engine()
        let refused = try #require(await next.refused.first { _ in true })
        #expect(refused.error.kind == .permissionDenied)
        #expect(refused.edits == [TreeEdit(["forbidden"], setting: "x")])
        remote.fault = .none
        try await next.retry(refused)
        try await next.waitUntilSent()
        #expect(remote.memory.value == ["allowed": "y", "forbidden": "x"])
        #expect(try await next.refusedWrites.isEmpty)
        #expect(store.value?.children["refused"] == nil)
    }

    @Test(
        arguments: [
            .unavailable, .unauthenticated, .outcomeUnknown, .noSuchDatabase, .conflict, .diskFull,
        ] as [TreeDatabaseError.Kind])
    func noPassingErrorRefusesAWrite(_ kind: TreeDatabaseError.Kind) async throws {
        remote.fault = .refusing(kind)
        let engine = engine()
        try await engine.set(1, at: ["forbidden"])
        try await Task.sleep(for: .milliseconds(30))
        #expect(try await engine.refusedWrites.isEmpty)
        remote.fault = .none
        try await engine.waitUntilSent()
        #expect(remote.memory.value == ["forbidden": 1])
    }

    @Test func anIncrementWithoutAnAnswerIsNotSentAgain() async throws {
        remote.fault = .losingAnswers
        let engine = engine()
        try await engine.increment(["n"], by: 1)
        try await engine.waitUntilSent()
        #expect(try await engine.refusedWrites.map(\.error.kind) == [.outcomeUnknown])
        #expect(remote.memory.value == ["n": 1])
        #expect(remote.writes.count == 1)
    }

    @Test func aTransactionWithoutNetworkThrowsAtOnce() async throws {
        remote.fault = .unreachable
        let engine = engine()
        try await engine.set(1, at: ["n"])
        let path: Path<Int> = Path.append(Path(), "n")
        await #expect {
            try await TreeDatabase(engine).transaction(at: path) { $0 = ($0 ?? 0) + 1 }
        } throws: {
            ($0 as? TreeDatabaseError)?.kind == .unavailable
        }
        remote.fault = .none
        try await engine.waitUntilSent()
        try await TreeDatabase(engine).transaction(at: path) { $0 = ($0 ?? 0) + 1 }
        #expect(remote.memory.value == ["n": 2])
    }

    @Test func plainNeighboursAreSentAsOneBatch() async throws {
        remote.fault = .unreachable
        let engine = engine()
        for number in 0..<20 as Range<Int64> {
            try await engine.set(.integer(number), at: ["all", "\(number)"])
        }
        try await engine.increment(["n"], by: 1)
        try await engine.set(true, at: ["last"])
        remote.fault = .none
        try await engine.waitUntilSent()
        #expect(remote.writes.map(\.count) == [20, 1, 1])
    }

    @Test func ofARefusedBatchOnlyTheOffendingWriteIsRefused() async throws {
        remote.fault = .unreachable
        let engine = engine()
        for place in [["a"], ["forbidden"], ["b"]] as [TreePlace] {
            try await engine.set(1, at: place)
        }
        remote.fault = .refusing(.permissionDenied)
        try await engine.waitUntilSent()
        #expect(remote.memory.value == ["a": 1, "b": 1])
        #expect(try await engine.refusedWrites.map(\.edits[0].place) == [["forbidden"]])
    }

    @Test func pendingWritesAreCountedAndListed() async throws {
        remote.fault = .unreachable
        let engine = engine()
        var counts = engine.pendingCount.makeAsyncIterator()
        #expect(await counts.next() == 0)
        try await engine.set(1, at: ["a"])
        #expect(await counts.next() == 1)
        var writes = engine.pendingWrites.makeAsyncIterator()
        #expect(await writes.next()?.map(\.edits) == [[TreeEdit(["a"], setting: 1)]])
        remote.fault = .none
        while await writes.next()?.isEmpty == false {}
        #expect(await counts.next() == 0)
    }

    @Test func aKeptPlaceCanBeReadWithoutNetwork() async throws {
        let engine = engine()
        let path: Path<Int> = Path.append(Path(), "a")
        try await engine.keep(path)
        try await remote.write([TreeEdit(["a"], setting: 7)])
        let watch = engine.watch(["a"], .all)
        var value: TreeValue?
        while value != 7 { for update in try await watch.next() { value = update.value } }
        watch.cancel()
        remote.fault = .unreachable
        #expect(try await engine.value(at: ["a"]) == 7)
        try await engine.stopKeeping(path)
        #expect(try await engine.value(at: ["a"]) == 7)
    }

    @Test func aResetThrowsAwayTheCacheAndSaysWhatWouldBeLost() async throws {
        try await remote.write([TreeEdit(["a"], setting: 1)])
        let engine = engine()
        _ = try await engine.value(at: ["a"])
        remote.fault = .unreachable
        #expect(try await engine.value(at: ["a"]) == 1)
        try await engine.set(2, at: ["b"])
        await #expect(throws: UnsentWrites(count: 1)) { try await engine.reset() }
        #expect(try await engine.value(at: ["b"]) == 2)
        try await engine.reset(losingUnsentWrites: true)
        #expect(store.value?.children.map(\.key) == ["owner"])
        await #expect(throws: FlakyEngine.unavailable) { try await engine.value(at: ["a"]) }
        remote.fault = .none
        try await engine.waitUntilSent()
        #expect(remote.memory.value == ["a": 1])
    }

    @Test func theLeastRecentlyUsedQueriesLeaveAFullCache() async throws {
        for number in 0..<10 {
            let text = TreeValue.string(String(repeating: "x", count: 1000))
            try await remote.write([TreeEdit(["all", "\(number)"], setting: text)])
        }
        let engine = OfflineEngine(remote, keepingIn: store, cacheLimit: 5_500)
        for number in 0..<10 {
            _ = try await engine.value(at: ["all", "\(number)"])
            try await Task.sleep(for: .milliseconds(2))
            // Used again and again, the first one stays.
            _ = try await engine.value(at: ["all", "0"])
        }
        await engine.core.storeAll()
        #expect(store.value?.children["values"]?.children.count == 5)
        remote.fault = .unreachable
        try await Task.sleep(for: .milliseconds(5))
        #expect(try await engine.value(at: ["all", "0"]) != nil)
        await #expect(throws: FlakyEngine.unavailable) { try await engine.value(at: ["all", "1"]) }
    }

    @Test func aStoreThatTakesNothingFailsTheWrite() async throws {
        let full = FlakyEngine()
        let engine = OfflineEngine(remote, keepingIn: full)
        _ = try await engine.value(at: ["a"])
        full.fault = .unreachable
        await #expect(throws: FlakyEngine.unavailable) { try await engine.set(1, at: ["a"]) }
        #expect(try await engine.value(at: ["a"]) == nil)
        #expect(remote.memory.value == nil)
    }
}
