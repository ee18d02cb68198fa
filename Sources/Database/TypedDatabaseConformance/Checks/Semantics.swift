import TypedDatabase

extension EngineConformance {
    /// Checks of the effects of writes on a tree.
    static let semantics: [ConformanceCheck] = [
        ConformanceCheck("what was never written is nothing") { engine in
            try await engine.expect(["a"], holds: nil)
            try await engine.expect(["a", "b", "c"], holds: nil)
            try require(try await engine.keys(of: ["a"], .all), .nothing, "the keys of nothing")
        },
        becomes(
            "a write makes the places above it", nil, ["a", "b", "c"], 1, ["a": ["b": ["c": 1]]]),
        becomes(
            "a write leaves its siblings", ["a": ["b": 1], "c": 2], ["a", "d"], 3,
            ["a": ["b": 1, "d": 3], "c": 2]),
        becomes(
            "a place goes with its last child", ["a": ["b": ["c": 1]]], ["a", "b", "c"], nil, nil),
        becomes(
            "only what is left without children goes", ["a": ["b": ["c": 1], "d": 2]],
            ["a", "b", "c"], nil, ["a": ["d": 2]]),
        becomes(
            "removing a place removes all below it", ["a": ["b": ["c": 1, "d": 2]], "e": 3],
            ["a"], nil, ["e": 3]),
        becomes("removing nothing changes nothing", ["a": 1], ["b", "c"], nil, ["a": 1]),
        becomes(
            "writing below a scalar replaces it", ["a": 1, "b": 2], ["a", "x", "y"], "z",
            ["a": ["x": ["y": "z"]], "b": 2]),
        becomes(
            "removing below a scalar changes nothing", ["a": 1], ["a", "x", "y"], nil, ["a": 1]),
        becomes(
            "a scalar replaces children", ["a": ["b": ["c": 1], "d": 2]], ["a"], true, ["a": true]),
        becomes(
            "children replace all children, not only those of the same keys",
            ["a": ["b": 1, "c": 2]], ["a"], ["c": 3, "d": 4], ["a": ["c": 3, "d": 4]]),
        becomes("the root can be a scalar", ["a": 1], .root, "text", "text"),
        becomes("writing below a scalar root replaces it", "text", ["a"], 1, ["a": 1]),
        becomes("the root can be removed", ["a": ["b": 1], "c": 2], .root, nil, nil),
        becomes(
            "keys that begin alike have nothing to do with each other",
            ["a": ["x": 1], "a!": ["x": 2], "a b": 3, "ab": ["x": 4], "A": 5, "1": 6, "10": 7],
            ["a"], nil,
            ["a!": ["x": 2], "a b": 3, "ab": ["x": 4], "A": 5, "1": 6, "10": 7]),
        becomes(
            "keys that look like an array's are keys like others",
            ["a": ["0": "x", "1": "y", "2": "z"]], ["a", "1"], nil, ["a": ["0": "x", "2": "z"]]),
        becomes(
            "keys of an array have no holes to fill", ["a": ["2": "x"]], ["a", "3"],
            ["0": ["1": "y"]],
            ["a": ["2": "x", "3": ["0": ["1": "y"]]]]),
        ConformanceCheck("a later write of a place counts") { engine in
            for number in 0..<20 {
                try await engine.set(.integer(Int64(number)), at: ["a", "b"])
                try await engine.expect(["a", "b"], holds: .integer(Int64(number)))
            }
        },
        ConformanceCheck("a collection of 5,000 children comes back whole") { engine in
            let children = TreeChildren(
                (0..<5000 as Range<Int64>).map {
                    (TreeKey("child \($0)"), ["number": .integer($0)] as TreeValue)
                })
            try await engine.set(.children(children), at: ["all"])
            try await engine.expect(["all"], holds: .children(children))
            try await engine.set(nil, at: ["all", "child 77"])
            try await engine.expect(["all", "child 76", "number"], holds: 76)
            try await engine.expect(["all", "child 77"], holds: nil)
            try await engine.set(nil, at: ["all"])
            try await engine.expect(.root, holds: nil)
        },
        ConformanceCheck("a tree can be 32 keys deep, or as deep as the engine allows") {
            engine in
            let place = TreePlace((0..<options.depth).map { "level \($0)" })
            try await engine.set("deep", at: place)
            try await engine.expect(place, holds: "deep")
            try await engine.set(nil, at: place)
            try await engine.expect(.root, holds: nil)
        },
    ]

    /// Returns a check of a write, with the whole tree before and after it.
    private static func becomes(
        _ name: String, _ before: TreeValue?, _ place: TreePlace, _ value: TreeValue?,
        _ after: TreeValue?
    ) -> ConformanceCheck {
        ConformanceCheck(name) { engine in
            try await engine.set(before, at: .root)
            try await engine.set(value, at: place)
            let context = "after a write of \(shown(value)) at \(shown(place)) of \(shown(before))"
            try await engine.expect(.root, holds: after, context)
            for place in places(in: before) + places(in: after) {
                try await engine.expect(place, holds: after[place], context)
            }
        }
    }
}
