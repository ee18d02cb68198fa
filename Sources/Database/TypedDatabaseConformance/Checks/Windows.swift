import TypedDatabase

extension EngineConformance {
    /// Checks of watches of some children of a place.
    static let windows: [ConformanceCheck] = [
        follows("the first two by key", TreeSelection(limit: .first(2))),
        follows("the last two by key", TreeSelection(limit: .last(2))),
        follows(
            "a range of keys",
            TreeSelection(lower: .including("b"), upper: .excluding("e"))),
        follows("all by value", TreeSelection(order: .value)),
        follows("the last two by value", TreeSelection(order: .value, limit: .last(2))),
        follows("the first by a child", TreeSelection(order: .child(["n"]), limit: .first(1))),
        follows(
            "a range of values, and of that the last two",
            TreeSelection(
                order: .child(["n"]), lower: .init(.value(2, nil), isInclusive: true),
                upper: .init(.value(5, "c"), isInclusive: true), limit: .last(2))),
        ConformanceCheck("a window over a collection follows 300 changes") { engine in
            let children = TreeChildren(
                (0..<300 as Range<Int64>).map {
                    (TreeKey("\($0)"), ["n": .integer($0)] as TreeValue)
                })
            try await engine.set(.children(children), at: ["all"])
            let selection = TreeSelection(order: .child(["n"]), limit: .last(10))
            var follower = Follower(engine, ["all"], selection)
            var random = SplitMix64(seed: 1)
            for step in 0..<300 {
                let key = TreeKey("\(Int.random(in: 0..<300, using: &random))")
                let number = TreeValue.integer(.random(in: 0..<300, using: &random))
                try await engine.set(step % 4 == 0 ? nil : ["n": number], at: ["all", key])
                if step % 5 == 0 {
                    try await follower.reach(try await engine.read(["all"], selection).value)
                }
            }
        },
    ]

    private static func follows(
        _ name: String, _ selection: TreeSelection
    ) -> ConformanceCheck {
        ConformanceCheck("a watch of \(name) sees what enters, changes and leaves") { engine in
            var follower = Follower(engine, ["all"], selection)
            try await follower.reach(nil)
            for (place, value) in writes {
                try await engine.set(value, at: place)
                try await follower.reach(
                    try await engine.read(["all"], selection).value,
                    "after a write of \(shown(value)) at \(shown(place))")
            }
            // A slow watch gets all of it at once.
            try await engine.set(nil, at: .root)
            var slow = Follower(engine, ["all"], selection)
            try await slow.reach(nil)
            for count in 1...writes.count {
                for (place, value) in writes.prefix(count) {
                    try await engine.set(value, at: place)
                }
                try await slow.reach(
                    try await engine.read(["all"], selection).value, "after \(count) writes")
            }
        }
    }

    private static let writes: [(TreePlace, TreeValue?)] = [
        (["all"], ["a": ["n": 1], "b": ["n": 2], "c": ["n": 3], "d": ["n": 4]]),
        (["all", "e"], ["n": 5]), (["all", "a", "n"], 6), (["all", "c"], nil), (["all", "b"], 7),
        (["all", "0"], ["n": 3, "m": 1]), (["all", "0", "m"], 2), (["all", "0", "n"], nil),
        (["all", "d", "n"], 2), (["all", "d", "n", "x"], "below"), (["all", "c"], ["n": 5]),
        (["all", "e"], nil), (["all", "d"], nil), (["all"], "scalar"), (["all", "b", "n"], 3),
        (["all", "b"], nil), (["elsewhere"], 1), (.root, ["all": ["b": 1, "c": 2, "d": 3]]),
        (.root, nil),
    ]
}
