import TestSupport
import Testing

@testable import TypedDatabase

@Suite struct SequentialEditsTests {
    /// Edits one after the other give the same as the batch that is made of them.
    @Test func editsThatFollowEachOtherAreOneBatch() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(4_000) {
            // No scalar is above a place that is edited.
            let before: TreeValue = ["a": ["x": 1, "y": 2], "b": ["x": "text"]]
            var expected: TreeValue? = before
            var edits = SequentialEdits()
            for _ in 0..<random.int(1...8) {
                let edit = randomEdit(&random)
                guard (try? edits.follow(with: edit)) != nil else { continue }
                expected[edit.place] = edit.resolved(at: 9, from: expected[edit.place])
            }
            try edits.batch.checkOverlaps()
            var found: TreeValue? = before
            for edit in edits.batch {
                found[edit.place] = edit.resolved(at: 9, from: found[edit.place])
            }
            #expect(found == expected, "\(edits.batch)")
            for place in Self.places {
                let current: TreeValue? = (before as TreeValue?)[place]
                // The engine's time isn't known.
                guard let read = try? edits.applied(to: current, at: place) else { continue }
                #expect(read == expected[place], "\(place): \(edits.batch)")
            }
        }
    }

    private static let places: [TreePlace] = [
        .root, ["a"], ["a", "x"], ["b", "y"], ["c"], ["a", "x", "z"],
    ]

    private func randomEdit(_ random: inout SplitMix64) -> TreeEdit {
        let key: TreeKey = random.pick(["a", "b"])
        let child: TreePlace = [key, random.pick(["x", "y"])]
        return switch random.int(0...6) {
        case 0: Self.set([key], random.pick([nil, ["x": 3, "z": 4]]))
        case 1: TreeEdit([key], .set(PendingValue(["y": 5], serverTimes: [["x"]])))
        case 2: Self.set(.root, random.pick([nil, ["b": ["y": 6]]]))
        case 3, 4: Self.increment(child, 1)
        case 5: TreeEdit(child, .set(PendingValue(nil, serverTimes: [.root])))
        default: Self.set(child, random.pick([nil, 7]))
        }
    }

    private static func set(_ place: TreePlace, _ value: TreeValue?) -> TreeEdit {
        TreeEdit(place, .set(PendingValue(value)))
    }

    private static func increment(_ place: TreePlace, _ delta: TreeValue) -> TreeEdit {
        TreeEdit(place, .increment(delta))
    }

    private static let below: TreeValue = ["b": 2]

    @Test(
        arguments: [
            (increment(["a"], 1), increment(["a"], 2), 13),
            (set(["a"], 1), increment(["a"], 2), 3),
            (increment(["a"], 1), set(["a"], 2), 2),
            (increment(["a"], 1), set(["a", "b"], nil), 11),
            (increment(["a"], 1), set(["a", "b"], 2), below),
            (increment(["a"], 1), increment(["a", "b"], 2), below),
            (set(["a"], nil), set(["a", "b"], 2), below),
        ] as [(TreeEdit, TreeEdit, TreeValue)])
    func anIncrementIsPartOfTheOrder(
        _ first: TreeEdit, _ second: TreeEdit, _ expected: TreeValue
    ) throws {
        var edits = SequentialEdits()
        try edits.follow(with: first)
        try edits.follow(with: second)
        #expect(edits.batch.count == 1)
        #expect(edits.batch.first?.resolved(at: 0, from: 10) == expected)
        #expect(try edits.applied(to: 10, at: ["a"]) == expected)
    }

    @Test func aSumThatIsNotKnownIsAnError() throws {
        let at: TreePlace = ["at"]
        let time = TreeEdit(["a"], .set(PendingValue(nil, serverTimes: [at])))
        var (afterTime, afterChild) = (SequentialEdits(), SequentialEdits())
        try afterTime.follow(with: time)
        try afterChild.follow(with: Self.set(["a", "b"], nil))
        #expect(throws: TreeDatabaseError.self) {
            try afterTime.follow(with: Self.increment(["a", "at"], 1))
        }
        #expect(throws: TreeDatabaseError.self) {
            try afterChild.follow(with: Self.increment(["a"], 1))
        }
        #expect(throws: TreeDatabaseError.self) { try afterTime.applied(to: nil, at: ["a"]) }
        #expect(try afterTime.applied(to: 1, at: ["b"]) == 1)
    }
}
