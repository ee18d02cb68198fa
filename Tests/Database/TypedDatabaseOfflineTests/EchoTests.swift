import Testing
import TypedDatabase

@testable import TypedDatabaseOffline

@Suite struct EchoTests {
    private func write(_ id: Int, _ edits: TreeEdit...) -> Overlay {
        Overlay(id: id, edits: edits, time: 50)
    }

    @Test func theFewestWritesThatLeadToAStateAreItsOwn() {
        let echo = Echo(query: Query(["a"]))
        let writes = [
            write(1, TreeEdit(["a", "x"], setting: 1)), write(2, TreeEdit(["a", "x"], setting: 2)),
            write(3, TreeEdit(["a", "x"], setting: 1)),
        ]
        #expect(echo.count(of: writes, from: ["x": 0], to: ["x": 0, "y": 1]) == 0)
        #expect(echo.count(of: writes, from: ["x": 0], to: ["x": 1]) == 1)
        #expect(echo.count(of: writes, from: ["x": 0], to: ["x": 2, "y": 1]) == 2)
        #expect(echo.count(of: writes, from: ["x": 0], to: ["x": 5]) == nil)
    }

    @Test func aServerTimeIsRecognisedByWhatIsWrittenWithIt() {
        let echo = Echo(query: Query(["a"]))
        let value = PendingValue(["text": "x"], serverTimes: [["at"]])
        let writes = [write(1, TreeEdit(["a"], .set(value)))]
        #expect(echo.count(of: writes, from: nil, to: ["text": "x", "at": 70]) == 1)
        #expect(echo.count(of: writes, from: nil, to: ["text": "y", "at": 70]) == nil)
        #expect(!echo.isUnchanged(["text": "x", "at": 70], by: writes[0]))
    }

    @Test func aSumIsRecognisedOnceItIsThere() {
        let echo = Echo(query: Query(["n"]))
        let writes = [write(1, TreeEdit(["n"], .increment(2)))]
        #expect(echo.count(of: writes, from: 1, to: 3) == 1)
        #expect(echo.count(of: writes, from: 1, to: 4) == nil)
    }

    @Test func outsideOfALimitAWriteChangesNothing() {
        let echo = Echo(query: Query(["all"], TreeSelection(limit: .last(1))))
        let removal = write(1, TreeEdit(["all", "a"], setting: nil))
        #expect(echo.isUnchanged(["b": 1], by: removal))
        let addition = write(2, TreeEdit(["all", "c"], setting: 1))
        #expect(echo.count(of: [addition], from: ["b": 1], to: ["c": 1]) == 1)
    }
}

@Suite struct DirectWriteTests {
    /// The stream may skip states, and be ahead of the answer to a replacement.
    @Test func aReplacementThatIsShownBeforeItsAnswerEndsTheWritesBeforeIt() {
        let query = Query(["a"])
        var tracked = TrackedQuery(TrackedQuery.ID(query: query, number: 1), cacheID: 1)
        tracked.connect()
        _ = tracked.receive([TreeUpdate(.root, ["x": 0])], inFlight: [], direct: [])
        tracked.acknowledge(
            Overlay(id: 1, edits: [TreeEdit(["a", "y"], setting: 1)], time: 50))
        let replacement = Overlay(id: 2, edits: [TreeEdit(["a"], setting: ["x": 2])], time: 50)
        _ = tracked.receive(
            [TreeUpdate(.root, ["x": 2])], inFlight: [], direct: [replacement])
        #expect(tracked.value(at: .root, []) == ["x": 2])
        tracked.acknowledge(replacement)
        #expect(tracked.awaiting.isEmpty && tracked.echoed.isEmpty)
    }
}
