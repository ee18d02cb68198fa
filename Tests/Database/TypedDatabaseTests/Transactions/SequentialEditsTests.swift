import TestSupport
import Testing

@testable import TypedDatabase

@Suite struct SequentialEditsTests {
    /// Edits one after the other give the same as the batch that is made of them.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func editsThatFollowEachOtherAreOneBatch(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<Effort.times(200) {
            // No scalar is above a place that is edited.
            let before: TreeValue = ["a": ["x": 1, "y": 2], "b": ["x": "text"]]
            var expected: TreeValue? = before
            var edits: [TreeEdit] = []
            for _ in 0..<random.int(1...8) {
                let edit = randomEdit(&random)
                guard (try? edits.follow(with: edit)) != nil else { continue }
                expected[edit.place] = edit.resolved(at: 9, from: expected[edit.place])
            }
            try edits.checkOverlaps()
            var found: TreeValue? = before
            for edit in edits {
                found[edit.place] = edit.resolved(at: 9, from: found[edit.place])
            }
            #expect(found == expected, "seed \(seed): \(edits)")
            for place in Self.places {
                let current: TreeValue? = (before as TreeValue?)[place]
                // The engine's time isn't known.
                guard let read = try? edits.applied(to: current, at: place) else { continue }
                #expect(read == expected[place], "seed \(seed), \(place): \(edits)")
            }
        }
    }

    private static let places: [TreePlace] = [
        .root, ["a"], ["a", "x"], ["b", "y"], ["c"], ["a", "x", "z"],
    ]

    private func randomEdit(_ random: inout SplitMix64) -> TreeEdit {
        let key: TreeKey = random.pick(["a", "b"] as [TreeKey])
        let child: TreePlace = [key, random.pick(["x", "y"] as [TreeKey])]
        let children: TreeValue = ["x": 3, "z": 4]
        let all: TreeValue = ["b": ["y": 6]]
        let at: TreePlace = ["x"]
        let timed = PendingValue(["y": 5], serverTimes: [at])
        switch random.int(0...6) {
        case 0: return Self.set([key], random.bool() ? nil : children)
        case 1: return TreeEdit([key], .set(timed))
        case 2: return Self.set(.root, random.bool() ? nil : all)
        case 3, 4: return Self.increment(child, 1)
        case 5: return TreeEdit(child, .set(PendingValue(nil, serverTimes: [.root])))
        default: return Self.set(child, random.bool() ? nil : 7)
        }
    }

    private static func set(_ place: TreePlace, _ value: TreeValue?) -> TreeEdit {
        TreeEdit(place, .set(PendingValue(value)))
    }

    private static func increment(_ place: TreePlace, _ delta: TreeValue) -> TreeEdit {
        TreeEdit(place, .increment(delta))
    }

    @Test func anIncrementIsPartOfTheOrder() throws {
        func check(_ first: TreeEdit, _ second: TreeEdit, make expected: TreeValue) throws {
            var batch: [TreeEdit] = []
            try batch.follow(with: first)
            try batch.follow(with: second)
            #expect(batch.count == 1)
            #expect(batch.first?.resolved(at: 0, from: 10) == expected)
            #expect(try batch.applied(to: 10, at: ["a"]) == expected)
        }
        let below: TreeValue = ["b": 2]
        try check(Self.increment(["a"], 1), Self.increment(["a"], 2), make: 13)
        try check(Self.set(["a"], 1), Self.increment(["a"], 2), make: 3)
        try check(Self.increment(["a"], 1), Self.set(["a"], 2), make: 2)
        try check(Self.increment(["a"], 1), Self.set(["a", "b"], nil), make: 11)
        try check(Self.increment(["a"], 1), Self.set(["a", "b"], 2), make: below)
        try check(Self.increment(["a"], 1), Self.increment(["a", "b"], 2), make: below)
        try check(Self.set(["a"], nil), Self.set(["a", "b"], 2), make: below)
    }

    @Test func aSumThatIsNotKnownIsAnError() throws {
        let at: TreePlace = ["at"]
        let time = TreeEdit(["a"], .set(PendingValue(nil, serverTimes: [at])))
        var afterTime = [time]
        var afterChild = [Self.set(["a", "b"], nil)]
        #expect(throws: TreeDatabaseError.self) {
            try afterTime.follow(with: Self.increment(["a", "at"], 1))
        }
        #expect(throws: TreeDatabaseError.self) {
            try afterChild.follow(with: Self.increment(["a"], 1))
        }
        #expect(throws: TreeDatabaseError.self) { try [time].applied(to: nil, at: ["a"]) }
        #expect(try [time].applied(to: 1, at: ["b"]) == 1)
    }
}
