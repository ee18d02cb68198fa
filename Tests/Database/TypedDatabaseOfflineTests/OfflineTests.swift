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
        await expectUnavailable { try await engine.value(at: ["b"]) }
    }

    @Test func aLimitedQueryDoesNotShowWhatHappensToBeCached() async throws {
        try await remote.write([TreeEdit(["all"], setting: ["a": 1, "b": 2, "c": 3])])
        let engine = engine()
        _ = try await engine.value(at: ["all", "a"])
        remote.fault = .unreachable
        await expectUnavailable { try await engine.read(["all"], TreeSelection(limit: .last(2))) }
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
        await expectUnavailable {
            try await TreeDatabase(engine).transaction(at: path) { $0 = ($0 ?? 0) + 1 }
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
        await expectUnavailable { try await engine.value(at: ["a"]) }
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
        await expectUnavailable { try await engine.value(at: ["all", "1"]) }
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

    @Test func aRefusedWriteThatTheStoreCantTakeStaysRefused() async throws {
        let full = FlakyEngine()
        let engine = OfflineEngine(remote, keepingIn: full)
        remote.fault = .refusing(.permissionDenied)
        try await engine.set("x", at: ["forbidden"])
        try await engine.waitUntilSent()
        let refused = try #require(try await engine.refusedWrites.first)
        full.fault = .unreachable
        await #expect(throws: FlakyEngine.unavailable) { try await engine.retry(refused) }
        await #expect(throws: FlakyEngine.unavailable) { try await engine.acknowledge(refused) }
        #expect(try await engine.refusedWrites == [refused])
        full.fault = .none
        remote.fault = .none
        try await engine.retry(refused)
        try await engine.waitUntilSent()
        #expect(remote.memory.value == ["forbidden": "x"])
        #expect(try await engine.refusedWrites.isEmpty)
    }

    @Test func aRefusedWriteBelowAScalarShowsTheScalarAgain() async throws {
        try await remote.write([TreeEdit(["forbidden"], setting: "foo")])
        let engine = engine()
        let watch = engine.watch(["forbidden"], .all)
        #expect(try await watch.next() == [TreeUpdate(.root, "foo")])
        remote.fault = .unreachable
        try await engine.set(1, at: ["forbidden", "key"])
        #expect(try await watch.next() == [TreeUpdate(.root, ["key": 1])])
        remote.fault = .refusing(.permissionDenied)
        #expect(try await watch.next() == [TreeUpdate(.root, "foo")])
    }

    @Test func stopKeepingOnceTooOftenDisturbsNoObserver() async throws {
        let engine = engine()
        let path: Path<Int> = Path.append(Path(), "a")
        let watch = engine.watch(["a"], .all)
        _ = try await watch.next()
        try await engine.keep(path)
        for _ in 0..<3 { try await engine.stopKeeping(path) }
        try await engine.set(1, at: ["a"])
        #expect(try await watch.next() == [TreeUpdate(.root, 1)])
        try await engine.waitUntilSent()
        try await remote.write([TreeEdit(["a"], setting: 2)])
        #expect(try await watch.next() == [TreeUpdate(.root, 2)])
    }

    /// The answer to a read of the sums isn't the transaction's.
    @Test func aTransactionThatWasMadeIsNotToldAsFailed() async throws {
        try await remote.write([TreeEdit(["n"], setting: 5)])
        let engine = engine()
        #expect(try await engine.value(at: ["n"]) == 5)
        remote.fault = .withoutReads
        let sum: Path<Int> = Path.append(Path(), "n")
        let name: Path<String> = Path.append(Path(), "name")
        try await TreeDatabase(engine).transaction { transaction in
            transaction.increment(sum, by: 1)
            transaction.set("x", at: name)
        }
        #expect(remote.memory.value == ["n": 6, "name": "x"])
        remote.fault = .unreachable
        #expect(try await engine.value(at: ["n"]) == 6)
    }
}

/// Calls and news while the remote can't be reached: each call of it takes an hour.
@Suite(.timeLimit(.minutes(5))) struct DisconnectedTests {
    private let remote = FlakyEngine()
    private let store = MemoryEngine()

    private func engine() -> OfflineEngine {
        var settings = OfflineSettings()
        settings.firstPause = .milliseconds(5)
        settings.longestPause = .milliseconds(50)
        return OfflineEngine(
            remote, keepingIn: store, cacheLimit: 100_000_000, settings: settings, now: { Date() })
    }

    @Test func whatNeverLeftWaitsThroughAnyNumberOfEnds() async throws {
        remote.fault = .hanging
        for number in 0..<6 as Range<Int64> {
            let engine = engine()
            if number % 2 == 0 {
                try await engine.write([
                    TreeEdit(["all", "\(number)"], setting: 1), TreeEdit(["n"], .increment(1)),
                ])
            }
            try await Task.sleep(for: .milliseconds(30))
            #expect(try await engine.refusedWrites.isEmpty)
        }
        remote.fault = .none
        let engine = engine()
        try await engine.waitUntilSent()
        #expect(try await engine.refusedWrites.isEmpty)
        #expect(remote.memory.value == ["all": ["0": 1, "2": 1, "4": 1], "n": 3])
    }

    @Test func aRefusedTokenIsToldWithinOneAttempt() async throws {
        remote.fault = .refusing(.unauthenticated)
        let engine = engine()
        var states = engine.connection.makeAsyncIterator()
        try await engine.set(1, at: ["forbidden"])
        var reason: TreeDatabaseError?
        while reason == nil, let state = await states.next() { reason = state.reason }
        #expect(reason?.kind == .unauthenticated)
        let writes = try #require(await engine.pendingWrites.first { $0.first?.error != nil })
        #expect(writes.map(\.error?.kind) == [.unauthenticated])
        remote.fault = .none
        try await engine.waitUntilSent()
        while let state = await states.next(), state != .connected {}
    }

    @Test func aWriteThatIsTriedAgainIsNotAnnouncedAgain() async throws {
        remote.fault = .refusing(.unauthenticated)
        let engine = engine()
        let announced = Locked<[[PendingWrite]]>([])
        let task = Task {
            for await writes in engine.pendingWrites { announced.withLock { $0.append(writes) } }
        }
        try await engine.set(1, at: ["forbidden"])
        try await Task.sleep(for: .milliseconds(200))
        task.cancel()
        #expect(announced.withLock { $0.count } <= 4)
        #expect(announced.withLock { $0.last?.map(\.state) } == [.waiting])
    }

    @Test func whatNeedsTheServerThrowsAtOnce() async throws {
        remote.fault = .hanging
        let engine = engine()
        for await state in engine.connection where state.reason != nil { break }
        let path: Path<Int> = Path.append(Path(), "n")
        for call in [
            { _ = try await engine.value(at: ["n"]) }, { _ = try await engine.exists(["n"]) },
            { _ = try await engine.keys(of: ["n"], .all) },
            { _ = try await TreeDatabase(engine).transaction(at: path) { $0 = 1 } },
        ] as [@Sendable () async throws -> Void] {
            await expectUnavailable { try await call() }
        }
    }

    /// The first call begins before anything is known.
    @Test func aReadWhileConnectingEndsWithTheNewsThatThereIsNoServer() async throws {
        let engine = OfflineEngine(LateEngine(), keepingIn: store)
        await expectUnavailable { try await engine.value(at: ["n"]) }
    }

    @Test func aReadThatThrowsFindsTheServerForTheNextOne() async throws {
        try await remote.write([TreeEdit(["n"], setting: 1)])
        let engine = engine()
        #expect(try await engine.value(at: ["n"]) == 1)
        engine.core.change { $0.setRemote(.disconnected(reason: FlakyEngine.unavailable)) }
        await #expect(throws: TreeDatabaseError.self) { try await engine.value(at: ["m"]) }
        for await state in engine.connection where state == .connected { break }
        #expect(try await engine.value(at: ["m"]) == nil)
    }
}

/// An engine that notices after a while that there is no server, and goes on trying.
private final class LateEngine: DatabaseEngine {
    let connection = AsyncStream<ConnectionState> { states in
        states.yield(.connecting)
        Task {
            try await Task.sleep(for: .milliseconds(50))
            states.yield(.disconnected(reason: FlakyEngine.unavailable))
        }
    }

    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        try await Task.sleep(for: .seconds(3600))
        throw FlakyEngine.unavailable
    }

    func write(_ edits: [TreeEdit]) async throws { throw FlakyEngine.unavailable }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        throw FlakyEngine.unavailable
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        MemoryEngine().watch(place, selection)
    }
}
