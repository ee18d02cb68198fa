import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

@Suite struct StreamTreeTests {
    @Test func theFirstStateChangesEverythingAndLaterEventsTheirPlaces() {
        var tree = StreamTree(.all)
        #expect(!tree.isKnown)
        #expect(tree.apply([TreeUpdate(.root, nil)]) == [.root])
        #expect(tree.isKnown)
        #expect(tree.apply([TreeUpdate(.root, ["a": ["x": 1, "y": 2], "b": 3])]) == [.root])
        #expect(tree.apply([TreeUpdate(["a", "x"], 5)]) == [["a", "x"]])
        #expect(tree.value == ["a": ["x": 5, "y": 2], "b": 3])
        #expect(tree.apply([TreeUpdate(["a"], nil), TreeUpdate(["b"], nil)]) == [["a"], ["b"]])
        #expect(tree.value == nil)
    }

    @Test func childrenBeyondTheLimitAreRemoved() {
        var tree = StreamTree(TreeSelection(order: .value, limit: .last(2)))
        #expect(tree.apply([TreeUpdate(.root, ["a": 1, "b": 2])]) == [.root])
        #expect(tree.apply([TreeUpdate(["c"], 3)]) == [["c"], ["a"]])
        #expect(tree.value == ["b": 2, "c": 3])
        #expect(tree.apply([TreeUpdate(["c"], nil), TreeUpdate(["a"], 1)]) == [["c"], ["a"]])
        #expect(tree.value == ["a": 1, "b": 2])
    }

    @Test func aPatchBeforeTheFirstStateTellsNothing() {
        var tree = StreamTree(.all)
        #expect(tree.apply([TreeUpdate(["a"], 1)]) == [.root])
        #expect(!tree.isKnown)
    }
}
