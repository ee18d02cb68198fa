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
            await #expect(throws: FlakyEngine.unavailable) { try await engine.value(at: place) }
        }
        await #expect(throws: FlakyEngine.unavailable) { try await engine.read(["d"], window) }
    }
}

extension TreeValue {
    /// A value with some keys, one below the other, and another child beside each.
    fileprivate static func nested(_ levels: Int) -> TreeValue {
        (0..<levels).reduce(1) { value, level in ["a": value, "b": .integer(Int64(level))] }
    }
}
