import Testing
import TypedDatabase

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
}
