import Testing
import TypedDatabase

@testable import TypedDatabaseOffline

/// Queries inside of an observed place, whose watch shows them as well.
@Suite struct CoveredQueryTests {
    private func opened(_ effects: [Effect]) -> [Query] {
        effects.compactMap { if case .open(let id) = $0 { id.query } else { nil } }
    }

    private func shown(_ query: Query, _ device: Device) throws -> TreeValue? {
        try #require(device.view(of: query)).value(at: query.place, query.selection)
    }

    /// Returns a device that observes the root, which the server has sent.
    private func device(_ value: TreeValue?) throws -> Device {
        var device = Device()
        device.observe(Query(.root))
        device.received(try #require(device.queries[Query(.root)]).id, [TreeUpdate(.root, value)])
        _ = device.takeEffects()
        return device
    }

    private func send(_ edit: TreeEdit, _ device: inout Device) throws {
        device.setRemote(.connected)
        device.stored(.stored(device.write([edit])))
        let sending = try #require(device.outbox.sending)
        if device.outbox[sending.ids[0]]?.hasIncrement == true {
            device.stored(.markedSent(sending))
        }
    }

    @Test func aPlaceInsideOfAnObservedOneNeedsNoWatch() throws {
        var device = try device(["a": ["x": 1, "y": 2]])
        let last = Query(["a"], TreeSelection(limit: .last(1)))
        for query in [Query(["a"]), last] { device.observe(query) }
        #expect(opened(device.takeEffects()) == [])
        #expect(try shown(Query(["a"]), device) == ["x": 1, "y": 2])
        // The child that moves up is known.
        _ = device.write([TreeEdit(["a", "y"], setting: nil)])
        #expect(try shown(last, device) == ["x": 1])
        #expect(device.view(of: last)?.isFromCache == false)
    }

    /// The stream above hasn't shown the write when it ends.
    @Test func aPlaceGoesOnWithTheValueOfTheWatchAbove() throws {
        var device = try device(["a": 1])
        device.observe(Query(["a"]))
        try send(TreeEdit(["a"], setting: 2), &device)
        device.answered(try #require(device.outbox.sending), .made)
        _ = device.takeEffects()
        device.unobserve(Query(.root))
        let effects = device.takeEffects()
        let close = try #require(effects.firstIndex { if case .close = $0 { true } else { false } })
        let open = try #require(effects.firstIndex { if case .open = $0 { true } else { false } })
        #expect(close < open && opened(effects) == [Query(["a"])])
        #expect(try shown(Query(["a"]), device) == 2)
        #expect(device.view(of: Query(["a"]))?.isFromCache == false)
        device.received(try #require(device.queries[Query(["a"])]).id, [TreeUpdate(.root, 2)])
        #expect(device.queries[Query(["a"])]?.awaiting.isEmpty == true)
    }

    @Test func aPlaceThatIsAllowedIsShownThoughTheOneAboveIsNot() throws {
        var device = Device()
        device.observe(Query(.root))
        device.observe(Query(["a"]))
        #expect(opened(device.takeEffects()) == [Query(.root)])
        let above = try #require(device.queries[Query(.root)]).id
        device.ended(above, TreeDatabaseError(.permissionDenied, "it is forbidden"))
        #expect(opened(device.takeEffects()) == [Query(["a"])])
    }

    /// A cached value lacks the increment that is being sent when it is read.
    @Test func anIncrementUnderWayIsAddedToACachedValue() throws {
        var device = Device()
        device.cache(Query(["n"]), 5, id: 1)
        try send(TreeEdit(["n"], .increment(2)), &device)
        device.observe(Query(["n"]))
        let id = try #require(device.queries[Query(["n"])]).id
        let cached = device.storedValue(of: Query(["n"]))
        let stored = try #require(cached)
        device.loaded(id, stored, 5)
        #expect(try shown(Query(["n"]), device) == 7)
        device.answered(try #require(device.outbox.sending), .made)
        #expect(try shown(Query(["n"]), device) == 7)
    }

    @Test func aCachedValueThatIsReadAfterTheAnswerHasTheIncrementAsWell() throws {
        var device = Device()
        device.cache(Query(["n"]), 5, id: 1)
        try send(TreeEdit(["n"], .increment(2)), &device)
        device.observe(Query(["n"]))
        let id = try #require(device.queries[Query(["n"])]).id
        device.answered(try #require(device.outbox.sending), .made)
        let cached = device.storedValue(of: Query(["n"]))
        let stored = try #require(cached)
        device.loaded(id, stored, 5)
        #expect(try shown(Query(["n"]), device) == 7)
    }

    /// The numbers of writes without the outbox are greater than those of pending ones before them.
    @Test func aReadConfirmsWritesWhateverTheOrderOfTheirNumbers() throws {
        var tracked = TrackedQuery(TrackedQuery.ID(query: Query(["a"]), number: 1), cacheID: 1)
        tracked.connect()
        _ = tracked.receive([TreeUpdate(.root, ["x": 0])], inFlight: [], direct: [])
        for id in [3, 7, 4] {
            tracked.acknowledge(
                Overlay(
                    id: id, edits: [TreeEdit(["a", "x"], setting: .integer(Int64(id)))], time: 5))
        }
        #expect(tracked.confirm(upTo: 4) { _ in true }.map(\.id) == [3, 7, 4])
    }

    @Test func theSizeOfAnObservedValueIsMeasuredWhileItGrows() throws {
        var device = Device()
        device.cacheLimit = 20_000
        let text = TreeValue.string(String(repeating: "x", count: 3000))
        device.cache(Query(["old"]), text, id: 1)
        device.observe(Query(["a"]))
        let id = try #require(device.queries[Query(["a"])]).id
        device.received(id, [TreeUpdate(.root, ["k0": text])])
        for _ in 0..<100 { device.received(id, [TreeUpdate(["k0"], text)]) }
        _ = device.takeEffects()
        #expect(device.catalog.id(of: Query(["old"])) != nil)
        for number in 1...6 { device.received(id, [TreeUpdate(["k\(number)"], text)]) }
        _ = device.takeEffects()
        // It is above the limit by itself, and stays since it is observed.
        #expect(device.catalog.id(of: Query(["old"])) == nil)
        #expect(device.catalog.id(of: Query(["a"])) != nil)
        #expect(device.catalog.byteCount >= 7 * 3000)
    }
}

extension Device {
    fileprivate mutating func cache(_ query: Query, _ value: TreeValue?, id: Int) {
        var step = StoreStep()
        cache(query, value, id: id, &step)
    }
}
