import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseSQLite

@testable import TypedDatabaseOffline

@Suite struct StoreTests {
    @Test(
        arguments: [
            TreeEdit(
                ["a", "b"],
                .set(PendingValue(["x": ["1": true]], serverTimes: [["y"], ["z", "t"]]))),
            TreeEdit(.root, .set(PendingValue(nil))), TreeEdit(["n"], .increment(0.5)),
            TreeEdit(["t"], .set(PendingValue(nil, serverTimes: [.root]))),
        ] as [TreeEdit])
    func aWriteIsReadBackAsItWas(_ edit: TreeEdit) {
        var write = PendingWrite(id: 7, edits: [edit, edit], time: 123)
        write.isStored = true
        #expect(PendingWrite(7, stored: write.stored) == write)
        let error = TreeDatabaseError(.tooLarge, at: ["a"], "too large")
        let refused = RefusedWrite(write, error)
        #expect(RefusedWrite(7, stored: refused.stored) == refused)
    }

    @Test(
        arguments: [
            .all, TreeSelection(order: .value, limit: .first(3)),
            TreeSelection(
                order: .child(["a", "b"]), lower: .init(.value(1, "k"), isInclusive: true),
                upper: .init(.value(nil, nil), isInclusive: false), limit: .last(1)),
            TreeSelection(lower: .init(.key("é"), isInclusive: false)),
        ] as [TreeSelection])
    func aQueryIsReadBackAsItWas(_ selection: TreeSelection) {
        for place in [.root, ["a", "b"]] as [TreePlace] {
            let query = Query(place, selection)
            #expect(Query(stored: query.stored) == query)
        }
    }

    @Test(arguments: [1, 16, 17, 28, 31, 32])
    func aValueAsDeepAsADatabaseAllowsIsReadBackFromAStore(_ levels: Int) async throws {
        let folder = try TemporaryFolder()
        let remote = FlakyEngine()
        remote.fault = .unreachable
        let value = TreeValue.nested(levels)
        let place: TreePlace = levels == 32 ? .root : ["a"]
        do {
            let store = try SQLiteEngine(at: folder.path("device.offline"))
            try await OfflineEngine(remote, keepingIn: store).set(value, at: place)
            await store.close()
        }
        let store = try SQLiteEngine(at: folder.path("device.offline"))
        try #require(try await store.checkIntegrity().isEmpty)
        let engine = OfflineEngine(remote, keepingIn: store)
        #expect(try await engine.value(at: place) == value)
        for await writes in engine.pendingWrites.prefix(1) {
            #expect(writes.map(\.edits) == [[TreeEdit(place, setting: value)]])
        }
        let write = PendingWrite(id: 1, edits: [TreeEdit(place, setting: value)], time: 0)
        let refused = RefusedWrite(write, TreeDatabaseError(.permissionDenied, "no"))
        for stored in [write.stored, refused.stored] {
            try TreeLimits.check(stored, at: StorePlaces.refused(1))
        }
        #expect(RefusedWrite(1, stored: refused.stored) == refused)
        let bound = TreeSelection.Bound(.value(value, "k"), isInclusive: true)
        let query = Query(["a"], TreeSelection(order: .value, lower: bound, upper: bound))
        try TreeLimits.check(.children(query.stored), at: StorePlaces.query(1))
        #expect(Query(stored: query.stored) == query)
    }

    @Test func aCachedValueThatIsTooDeepForAStoreIsReadFromTheServerOnly() async throws {
        let folder = try TemporaryFolder()
        let remote = FlakyEngine()
        let store = try SQLiteEngine(at: folder.path("device.offline"))
        let places: [TreePlace] = [["a"], ["b"], ["c"], ["d"]]
        try await remote.memory.set(.nested(30), at: ["a"])
        try await remote.memory.set(.nested(31), at: ["b"])
        let deep = TreePlace(Array(repeating: "a", count: 30))
        let window = TreeSelection(limit: .last(3))
        do {
            let engine = OfflineEngine(remote, keepingIn: store)
            for place in places { _ = try await engine.value(at: place) }
            _ = try await engine.read(["d"], window)
            // An own write makes two cached values too deep, which nobody observes.
            for place in places.dropFirst(2) {
                try await engine.set(1, at: place.appending(deep).appending("a"))
            }
            try await engine.waitUntilSent()
            remote.fault = .unreachable
            await #expect(throws: (any Error).self) { try await engine.value(at: ["b"]) }
        }
        #expect(try await store.checkIntegrity().isEmpty)
        let engine = OfflineEngine(remote, keepingIn: store)
        #expect(try await engine.value(at: ["a"]) == .nested(30))
        for place in places.dropFirst() {
            await expectUnavailable { try await engine.value(at: place) }
        }
        await expectUnavailable { try await engine.read(["d"], window) }
    }
}

/// A store in which single leaves are lost or replaced.
@Suite struct DamagedStoreTests {
    /// `TEST_EFFORT=20 swift test --filter DamagedStoreTests` makes all of the some 7,600 damages.
    @Test func damageTakesNoIntactWriteAndNoneWithoutAWord() async throws {
        let (sound, queries) = try await makeStore()
        let whole = StoredState(sound)
        #expect(whole.repairs.isEmpty)
        let writes = whole.pending.count + whole.refused.count
        var random = SplitMix64(seed: Seed.make())
        let damages = sound.damages.shuffled(using: &random)
        for (damaged, place) in damages.prefix(Effort.times(400)) {
            let state = StoredState(damaged)
            try #require(state.pending.count + state.refused.count == writes, "\(place)")
            let intact = whole.pending.filter { !StorePlaces.pending($0.id).contains(place) }
            #expect(intact.allSatisfy { write in state.pending.contains { $0 == write } })
            let kept = whole.refused.filter { !StorePlaces.refused($0.id).contains(place) }
            #expect(kept.allSatisfy(state.refused.contains))
            for write in state.pending {
                #expect(whole.pending.contains { $0.edits == write.edits })
            }
            for write in state.refused where write.error.kind == .damagedFile {
                #expect(write.error.message.contains("\(place.keys[0])"))
            }
            // Once repaired, the store is sound.
            var repaired = damaged
            for edit in state.repairs { repaired[edit.place] = edit.resolved(at: 0, from: nil) }
            let next = StoredState(repaired)
            #expect(next.repairs.isEmpty && next.pending == state.pending)
            #expect(next.refused == state.refused)
            // Neither observing nor reading stumbles over the rest.
            var device = Device(state)
            for query in queries {
                device.observe(query)
                if let stored = device.storedValue(of: query) {
                    device.loaded(device.queries[query]!.id, stored, damaged[stored.place])
                }
                _ = device.view(of: query)?.value(at: query.place)
            }
            device.cacheLimit = 0
            _ = device.takeEffects()
        }
    }

    @Test(arguments: [StorePlaces.outbox, StorePlaces.refused, StorePlaces.queries])
    func nonsenseInPlaceOfAWholePartIsToldOrDropped(_ place: TreePlace) async throws {
        var (value, _) = try await makeStore()
        let whole = StoredState(value)
        for nonsense in ["x", ["x": 1], ["1": 7, "99999999999999999999": true]] as [TreeValue] {
            value[place] = nonsense
            let state = StoredState(value)
            #expect(!state.repairs.isEmpty)
            if place != StorePlaces.outbox { #expect(state.pending == whole.pending) }
            let damaged = state.refused.filter { $0.error.kind == .damagedFile }
            #expect(damaged.isEmpty == (place == StorePlaces.queries))
        }
    }

    @Test func aDamagedWriteIsToldAndTheOthersAreSent() async throws {
        var (value, _) = try await makeStore()
        value[["outbox", "2", "edits", "0", "increment"]] = nil
        let (remote, store) = (FlakyEngine(), MemoryEngine(value))
        let engine = OfflineEngine(remote, keepingIn: store)
        try await engine.waitUntilSent()
        #expect(remote.memory.value[["n"]] == nil)
        #expect(remote.memory.value[["t", "b"]] == true)
        let refused = try await engine.refusedWrites.filter { $0.error.kind == .damagedFile }
        #expect(refused.map(\.error.place) == [["n"]])
        let write = try #require(refused.first)
        await #expect(throws: write.error) { try await engine.retry(write) }
        try await engine.acknowledge(write)
        #expect(StoredState(store.value).refused.count == 1)
    }

    @Test(arguments: ["first": -3, "byteCount": .integer(.max)] as [TreeKey: TreeValue])
    func aDamagedCacheIsDroppedAndTheOutboxKept(_ key: TreeKey, _ number: TreeValue) async throws {
        var (value, queries) = try await makeStore()
        for id in ["1", "2", "3"] as [TreeKey] { value[["queries", id, key]] = number }
        let (remote, store) = (FlakyEngine(), MemoryEngine(value))
        remote.fault = .unreachable
        let engine = OfflineEngine(remote, keepingIn: store)
        for await writes in engine.pendingWrites.prefix(1) { #expect(writes.count == 3) }
        for query in queries {
            await expectUnavailable { try await engine.read(query.place, query.selection) }
        }
        await engine.core.storeAll()
        #expect(store.value[["values"]] == nil && store.value[["queries"]] == nil)
    }

    /// Makes a store with pending and refused writes, and cached queries.
    private func makeStore() async throws -> (TreeValue?, [Query]) {
        let (remote, store) = (FlakyEngine(), MemoryEngine())
        let child = TreeSelection(
            order: .child(["x", "y"]), lower: .init(.value(1, "k"), isInclusive: true),
            limit: .last(2))
        let queries = [
            Query(["all"]), Query(["all"], TreeSelection(limit: .first(2))), Query(["all"], child),
            Query(
                ["all"],
                TreeSelection(order: .value, upper: .init(.value("z", nil), isInclusive: false))),
        ]
        try await remote.memory.set(["a": 1, "b": ["x": ["y": 2.5]], "c": true], at: ["all"])
        remote.fault = .refusing(.permissionDenied)
        let engine = OfflineEngine(remote, keepingIn: store)
        for query in queries { _ = try await engine.read(query.place, query.selection) }
        try await engine.set("x", at: ["forbidden"])
        try await engine.waitUntilSent()
        remote.fault = .unreachable
        try await engine.increment(["n"], by: 2)
        try await engine.set(.nested(20), at: ["deep"])
        let time = TreeEdit(["t"], .set(PendingValue(["b": true], serverTimes: [["a"]])))
        try await engine.write([time, TreeEdit(["u"], setting: nil)])
        return (store.value, queries)
    }
}

/// The engines, users and data that a store isn't for.
@Suite struct StoreOwnerTests {
    private let remote = FlakyEngine()

    private func engine(_ store: any DatabaseEngine, user: String? = nil) -> OfflineEngine {
        OfflineEngine(remote, keepingIn: store, user: user)
    }

    /// Two engines of one store in memory, or of one file.
    @Test(arguments: [true, false])
    func aSecondEngineThrowsUntilTheFirstIsReleased(_ isFile: Bool) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("device.offline")
        let store: any DatabaseEngine = isFile ? try SQLiteEngine(at: path) : MemoryEngine()
        let other = isFile ? try SQLiteEngine(at: path) : store
        remote.fault = .unreachable
        var first: OfflineEngine? = engine(store)
        try await first?.set(1, at: ["a"])
        let second = engine(other)
        await #expect {
            try await second.set(2, at: ["a"])
        } throws: { error in
            let error = error as? TreeDatabaseError
            return error?.kind == .inUse
                && error?.message.contains("another engine of this process") == true
        }
        #expect(try await first?.value(at: ["a"]) == 1)
        first = nil
        #expect(try await second.value(at: ["a"]) == 1)
    }

    @Test func aProcessThatHasAStoreIsNamedAndReleasesItWhenItIsKilled() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("device.offline")
        let program = { try RunningProgram(Products.program("offline-writer"), $0) }
        let writer = try program(["write", "http://127.0.0.1:9?ns=test", path, "0"])
        #expect(await writer.nextLine() == "0")
        let line = await (try program(["send", "http://127.0.0.1:9?ns=test", path])).nextLine()
        #expect(
            line?.hasPrefix("error: process ") == true && line?.contains("(offline-writer)") == true
        )
        let engine = engine(try SQLiteEngine(at: path))
        await #expect {
            try await engine.set(1, at: ["a"])
        } throws: {
            ($0 as? TreeDatabaseError)?.kind == .inUse
        }
        writer.kill()
        _ = await writer.remainingLines()
        try await engine.set(1, at: ["a"])
    }

    @Test(arguments: [("ana", "ben"), ("ana", nil), (nil, "ana")] as [(String?, String?)])
    func anotherUsersEngineNeitherShowsNorSends(_ user: String?, _ other: String?) async throws {
        let store = MemoryEngine()
        remote.fault = .unreachable
        try await engine(store, user: user).set(1, at: ["a"])
        remote.fault = .none
        let message = "data of \(user.map { "the user \"\($0)\"" } ?? "no user")"
        do {
            let engine = engine(store, user: other)
            await #expect {
                try await engine.value(at: ["a"])
            } throws: { error in
                let error = error as? TreeDatabaseError
                return error?.kind == .unsuitableFile && error?.message.contains(message) == true
            }
            for await _ in engine.pendingCount { Issue.record("a count without a store") }
        }
        #expect(remote.writes.isEmpty)
        do {
            let engine = engine(store, user: user)
            try await engine.waitUntilSent()
            #expect(remote.memory.value == ["a": 1])
            try await engine.reset()
        }
        // A store without data is anybody's.
        try await engine(store, user: other).set(2, at: ["a"])
    }

    @Test(
        arguments: [
            ["rooms": ["tea": true]], ["outbox": ["1": ["edits": ["0": ["place": "a"]]]]], 7,
            ["owner": ["format": 2, "sum": 1], "outbox": ["1": 1]],
        ] as [TreeValue])
    func dataThatIsNoStoreOfThisVersionIsLeftAlone(_ value: TreeValue) async throws {
        let store = MemoryEngine(value)
        let engine = engine(store)
        await #expect {
            try await engine.set(1, at: ["a"])
        } throws: { error in
            let kind = (error as? TreeDatabaseError)?.kind
            return kind == .unsuitableFile || kind == .damagedFile
        }
        #expect(store.value == value)
    }

    @Test func aStoreOfANewerVersionIsLeftAlone() {
        var newer = StoreOwner(user: "ana")
        newer.format = 2
        #expect {
            try StoreOwner(user: "ana").claims(newer.stored, ["owner", "outbox"])
        } throws: {
            "\($0)".contains("newer version")
        }
    }
}

@Suite struct OfflineSettingsTests {
    @Test func devicesThatFailTogetherComeBackApart() {
        let settings = OfflineSettings()
        var random = SplitMix64(seed: Seed.make())
        for (count, full) in [(1, Duration.seconds(1)), (3, .seconds(4)), (20, .seconds(30))] {
            let timer = Timer.pause(number: 1, failureCount: count)
            let pauses = (0..<50).map { _ in
                settings.duration(of: timer, random: .random(in: 0...1, using: &random))
            }
            #expect(pauses.allSatisfy { full / 2 <= $0 && $0 <= full })
            let tenths = Dictionary(grouping: pauses) { Int($0 / (full / 20)) }
            #expect(tenths.values.allSatisfy { $0.count < 15 })
        }
    }
}

extension StoredState {
    fileprivate init(_ value: TreeValue?) {
        self.init(
            outbox: value[StorePlaces.outbox], refused: value[StorePlaces.refused],
            queries: value[StorePlaces.queries])
    }
}

extension TreeValue? {
    /// The value with each of its leaves lost, with each replaced by nonsense, and with nonsense
    /// beside each.
    fileprivate var damages: [(TreeValue?, TreePlace)] {
        let nonsense: [TreeValue] = [
            true, 0, -1, .integer(.min), .integer(.max), 0.5, 1e300, "", "nonsense", "a//.$[]",
            ["0": ["0": -1]], .string(String(repeating: "a/", count: 1000)),
        ]
        var changes: [(TreeValue?, TreePlace)] = []
        for place in leaves(at: .root) where place.keys[0] != "values" {
            let parent = TreePlace(Array(place.keys.dropLast()))
            let beside = ["extra", "0", "2", "value", "increment", "first", "-1"] as [TreeKey]
            changes.append((nil, place))
            for place in [place, parent] + beside.map(parent.appending) {
                for value in nonsense { changes.append((value, place)) }
            }
        }
        return changes.compactMap { value, place in
            if self[place] == value { return nil }
            var damaged = self
            damaged[place] = value
            return (damaged, place)
        }
    }

    private func leaves(at place: TreePlace) -> [TreePlace] {
        guard case .children(let children)? = self else { return [place] }
        return children.flatMap { key, child in
            TreeValue?.some(child).leaves(at: place.appending(key))
        }
    }
}

extension TreeValue {
    /// A value with some keys, one below the other, and another child beside each.
    fileprivate static func nested(_ levels: Int) -> TreeValue {
        (0..<levels).reduce(1) { value, level in ["a": value, "b": .integer(Int64(level))] }
    }
}
