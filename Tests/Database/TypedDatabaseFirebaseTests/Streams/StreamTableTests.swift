import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

/// Streams and writes whose answers and events arrive in any order.
@Suite struct StreamTableTests {
    private var table = StreamTable()
    private let above = WatchSignal(["a"])
    private let new = WatchSignal(["a", "x"])

    @Test mutating func aWriteWithoutItsEventGivesANewWatchAStreamOfItsOwn() throws {
        let outer = try open(above, ["x": 1])
        wrote(2, at: ["a", "x"])
        let inner = try #require(table.add(new).opened)
        #expect(inner.key == StreamTable.Key(place: ["a", "x"], selection: .all))
        #expect(table.count == 2)
        // The event comes first, and the new stream isn't needed any longer.
        #expect(table.apply([TreeUpdate(["x"], 2)], to: outer).closed == [inner])
        #expect(table.state(for: new)?.value(at: ["a", "x"]) == 2)
        #expect(table.count == 1)
    }

    @Test mutating func aStreamOfItsOwnServesAWatchBeforeTheEvent() throws {
        let outer = try open(above, ["x": 1])
        wrote(2, at: ["a", "x"])
        let inner = try #require(table.add(new).opened)
        table.connect(inner)
        _ = table.apply([TreeUpdate(.root, 2)], to: inner)
        #expect(table.state(for: new)?.value(at: ["a", "x"]) == 2)
        _ = table.apply([TreeUpdate(["x"], 2)], to: outer)
        #expect(table.count == 2)
        // A watch of the same place shares it.
        #expect(table.add(WatchSignal(["a", "x"])).opened == nil)
    }

    @Test mutating func anEventBeforeTheAnswerAndAWriteThatChangesNothingLeaveTheStreamShared()
        throws
    {
        let outer = try open(above, ["x": 1, "y": 1])
        _ = table.apply([TreeUpdate(["x"], 2)], to: outer)
        wrote(2, at: ["a", "x"])
        wrote(1, at: ["a", "y"])
        wrote(nil, at: ["a", "y", "below"])
        #expect(table.add(new).opened == nil)
        #expect(table.add(WatchSignal(["a"])).opened == nil)
        wrote(7, at: ["b"])
        #expect(table.add(WatchSignal(["a"], TreeSelection(limit: .last(1)))).opened == nil)
    }

    @Test mutating func aValueThatWasThereBeforeBothWritesIsNotTheSecondOnes() throws {
        let outer = try open(above, ["x": 1])
        wrote(2, at: ["a", "x"])
        wrote(1, at: ["a", "x"])
        let inner = try #require(table.add(new).opened)
        _ = table.apply([TreeUpdate(["x"], 2)], to: outer)
        #expect(table.count == 2)
        // Others write in between.
        _ = table.apply([TreeUpdate(["y"], 3), TreeUpdate(["x", "z"], 3)], to: outer)
        #expect(table.count == 2)
        let updates = [TreeUpdate(["x"], 1), TreeUpdate(["x"], 5)]
        #expect(table.apply(updates, to: outer).closed == [inner])
        #expect(table.state(for: new)?.value(at: ["a", "x"]) == 5)
    }

    @Test mutating func aSumThatTheServerHasNotToldIsThereAfterConnectingAnew() throws {
        let outer = try open(above, ["x": 1])
        table.connect(outer)
        table.wrote([(["a", "x"], .unknown)])
        // This state may be an earlier one.
        _ = table.apply([TreeUpdate(.root, ["x": 2])], to: outer)
        _ = try #require(table.add(new).opened)
        table.connect(outer)
        _ = table.apply([TreeUpdate(.root, ["x": 2])], to: outer)
        #expect(table.count == 1)
        #expect(table.add(WatchSignal(["a", "x"])).opened == nil)
    }

    @Test mutating func aWriteAboveAStreamIsFoundInIt() throws {
        let outer = try open(above, ["x": 1])
        wrote(["a": ["x": 2], "b": 3], at: .root)
        _ = try #require(table.add(above.again).opened)
        _ = table.apply([TreeUpdate(.root, ["x": 2])], to: outer)
        #expect(table.count == 1)
    }

    @Test mutating func aQueryIsSharedIfTheWriteIsOutsideOfIt() throws {
        let query = WatchSignal(["a"], TreeSelection(order: .value, limit: .last(2)))
        let stream = try open(query, ["x": 5, "y": 6])
        wrote(4, at: ["a", "z"])
        #expect(table.add(query.again).opened == nil)
        wrote(7, at: ["a", "z"])
        _ = try #require(table.add(query.again).opened)
        _ = table.apply([TreeUpdate(["z"], 7)], to: stream)
        #expect(table.count == 1)
        wrote(1, at: ["a", "unknown", "part"])
        _ = try #require(table.add(query.again).opened)
    }

    @Test mutating func aWatchThatOutlivesItsStreamDoesNotBringAnOldStateToOthers() throws {
        _ = try open(above, ["x": 1])
        _ = table.add(new)
        wrote(2, at: ["a", "x"])
        let inner = try #require(table.remove(above).opened)
        #expect(table.state(for: new)?.value(at: ["a", "x"]) == 1)
        let other = new.again
        _ = try #require(table.add(other).opened)
        #expect(table.state(for: other) == nil)
        table.connect(inner)
        _ = table.apply([TreeUpdate(.root, 2)], to: inner)
        #expect(table.state(for: other)?.value(at: ["a", "x"]) == 2)
        #expect(table.count == 1)
    }

    @Test mutating func aWatchDoesNotChangeToAStreamThatMayBeBehind() throws {
        let inner = WatchSignal(["a", "x"])
        let stream = try open(inner, 1)
        _ = table.add(WatchSignal(["a", "x", "y"]))
        let outer = try open(above, ["x": 1])
        // The inner stream has the write of another client before.
        _ = table.apply([TreeUpdate(.root, ["y": 2])], to: stream)
        let actions = table.remove(inner)
        let own = try #require(actions.opened)
        #expect(own.key.place == ["a", "x", "y"])
        #expect(table.count == 2)
        _ = table.apply([TreeUpdate(["x"], ["y": 2])], to: outer)
        #expect(table.add(new).opened == nil)
    }

    /// Begins a watch, whose stream has connected.
    private mutating func open(_ signal: WatchSignal, _ value: TreeValue) throws -> StreamTable.ID {
        let id = try #require(table.add(signal).opened)
        table.connect(id)
        _ = table.apply([TreeUpdate(.root, value)], to: id)
        return id
    }

    private mutating func wrote(_ value: TreeValue?, at place: TreePlace) {
        table.wrote([(place, .known(value))])
    }
}

extension [StreamTable.Action] {
    fileprivate var opened: StreamTable.ID? {
        for case .open(let id) in self { return id }
        return nil
    }

    fileprivate var closed: [StreamTable.ID] {
        compactMap { if case .close(let id) = $0 { id } else { nil } }
    }
}

extension WatchSignal {
    /// Another watch of the same.
    fileprivate var again: WatchSignal { WatchSignal(place, selection) }
}
