import Testing
import TypedDatabase

@testable import TypedDatabaseOffline

@Suite struct OutboxTests {
    private func outbox(_ writes: [[TreeEdit]]) -> Outbox {
        var outbox = Outbox()
        for edits in writes {
            var write = PendingWrite(id: outbox.nextID(), edits: edits, time: 0)
            write.isStored = true
            outbox.append(write)
        }
        return outbox
    }

    private func set(_ place: TreePlace) -> [TreeEdit] { [TreeEdit(place, setting: 1)] }

    @Test func neighboursAtOtherPlacesAreSentTogether() {
        var outbox = outbox([set(["a"]), set(["b"]), set(["a", "x"]), set(["c"])])
        #expect(outbox.beginSending()?.ids == [1, 2])
        #expect(outbox.beginSending() == nil)
    }

    @Test func anIncrementIsSentAlone() {
        let increment = [TreeEdit(["n"], .increment(1))]
        var outbox = outbox([set(["a"]), increment, set(["b"])])
        #expect(outbox.beginSending()?.ids == [1])
        outbox.endSending()
        outbox.remove(1)
        #expect(outbox.beginSending()?.ids == [2])
    }

    @Test func aRefusedBatchIsSentOneByOne() {
        var outbox = outbox([set(["a"]), set(["b"]), set(["c"])])
        _ = outbox.beginSending()
        outbox.endSending(isRefused: true)
        #expect(outbox.beginSending()?.ids == [1])
    }

    @Test func aWriteThatTheStoreLacksIsNotSent() {
        var outbox = Outbox()
        outbox.append(PendingWrite(id: outbox.nextID(), edits: set(["a"]), time: 0))
        #expect(outbox.beginSending() == nil)
        outbox.update(1) { $0.isStored = true }
        #expect(outbox.beginSending()?.ids == [1])
    }

    @Test func writesAreFoundByTheirPlaces() {
        let outbox = outbox([set(["a", "x"]), set(["b"]), set(["a"]), set(.root)])
        #expect(outbox.overlapping(["a", "x", "y"]).map(\.id) == [1, 3, 4])
        #expect(outbox.overlapping(["b"]).map(\.id) == [2, 4])
        #expect(outbox.overlapping(.root).map(\.id) == [1, 2, 3, 4])
    }
}
