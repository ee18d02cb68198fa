import TypedDatabase

extension EngineConformance {
    /// Checks of watches of whole places.
    static let watches: [ConformanceCheck] = [
        ConformanceCheck("the first update of a watch is the state") { engine in
            try await engine.set(["a": ["b": 1, "c": ["d": 2]], "e": 3], at: .root)
            for place in [[], ["a"], ["a", "b"], ["a", "c", "d"], ["z"], ["e", "x"]]
                as [TreePlace]
            {
                var follower = Follower(engine, place)
                try await follower.next()
                let expected = try await engine.read(place, .all).value
                try require(
                    shown(follower.state), shown(expected), "the first state of \(shown(place))")
            }
        },
        ConformanceCheck("a watch sees each write, at its place, above and below") { engine in
            let places: [TreePlace] = [[], ["a"], ["a", "b"], ["a", "b", "c"], ["z"]]
            var followers = places.map { Follower(engine, $0) }
            try await followers.reach(nil, "at first")
            for (place, value) in writes {
                try await engine.set(value, at: place)
                let root = try await engine.read(.root, .all).value
                try await followers.reach(
                    root, "after a write of \(shown(value)) at \(shown(place))")
            }
        },
        ConformanceCheck("a watch that was slow ends with the last state") { engine in
            let places: [TreePlace] = [[], ["a"], ["a", "b"], ["a", "b", "c"], ["z"]]
            for count in 1...writes.count {
                try await engine.set(nil, at: .root)
                var followers = places.map { Follower(engine, $0) }
                try await followers.reach(nil, "at first")
                for (place, value) in writes.prefix(count) {
                    try await engine.set(value, at: place)
                }
                let root = try await engine.read(.root, .all).value
                try await followers.reach(root, "after \(count) writes")
            }
        },
        ConformanceCheck("a watch sees increments, server times and replacements") { engine in
            var follower = Follower(engine, ["a"])
            try await follower.reach(nil)
            try await engine.increment(["a", "count"], by: 2)
            try await follower.reach(["count": 2])
            let version = try await engine.read(["a", "count"], .all).version
            _ = try await engine.replace(
                ["a", "count"], with: PendingValue("x"), ifVersionIs: version)
            try await follower.reach(["count": "x"])
            try await engine.write([
                TreeEdit(["a"], .set(PendingValue(nil, serverTimes: [["at"]])))
            ])
            try await follower.reach(try await engine.read(["a"], .all).value)
        },
        ConformanceCheck("a watch that nobody asks for 3,000 writes has all of them") { engine in
            var follower = Follower(engine, ["all"])
            try await follower.reach(nil)
            for batch in 0..<30 {
                try await engine.write(
                    (0..<100).map { number in
                        TreeEdit(
                            ["all", "\(batch * 100 + number)"], .set(PendingValue(["n": 1])))
                    })
            }
            let children = TreeChildren(
                (0..<3000).map { (TreeKey("\($0)"), ["n": 1] as TreeValue) })
            try await follower.reach(.children(children))
        },
        ConformanceCheck("cancelling a task ends its wait for an update") { engine in
            let watch = engine.watch(["a"], .all)
            _ = try await watch.next()
            let task = Task { try await watch.next() }
            try await Task.sleep(for: .milliseconds(20))
            task.cancel()
            try await expectCancellation("the wait of a cancelled task") { try await task.value }
        },
        ConformanceCheck("cancelling a watch ends the wait, and all waits after") { engine in
            let watch = engine.watch(["a"], .all)
            _ = try await watch.next()
            let task = Task { try await watch.next() }
            try await Task.sleep(for: .milliseconds(20))
            watch.cancel()
            try await expectCancellation("the wait of a cancelled watch") { try await task.value }
            try await engine.set(1, at: ["a"])
            try await expectCancellation("the next wait") { try await watch.next() }
            let unused = engine.watch(["a"], .all)
            unused.cancel()
            try await expectCancellation("the first wait") { try await unused.next() }
        },
        ConformanceCheck("a watch that nobody holds is released") { engine in
            weak var released: (any TreeWatch)?
            do {
                let watch = engine.watch(["a"], .all)
                _ = try await watch.next()
                released = watch
            }
            let end = ContinuousClock.now + timeLimit
            while released != nil {
                guard ContinuousClock.now < end else {
                    throw ConformanceFailure("a watch is held by something other than its user")
                }
                try await engine.set(1, at: ["a"])
            }
        },
        ConformanceCheck("a watch doesn't see what changes elsewhere") { engine in
            var follower = Follower(engine, ["a"])
            try await follower.reach(nil)
            for place in [["b"], ["a2", "x"], ["A"]] as [TreePlace] {
                try await engine.set(["x": 1], at: place)
            }
            try await engine.set(1, at: ["a", "x"])
            try await follower.reach(["x": 1])
        },
    ]

    /// Writes that change the kind of value at `a`, `a/b` and `a/b/c`.
    private static let writes: [(TreePlace, TreeValue?)] = [
        (["a", "b", "c"], 1), (["a", "b", "d"], 2), (["a", "b", "c"], nil), (["a", "b"], "text"),
        (["a", "b", "c", "x"], 3), (["a", "b", "c", "x"], nil), (["a"], 5), (["a", "b"], 6),
        (["a", "b"], nil), (["z"], ["a": 1]), ([], ["a": ["b": ["c": 7]]]), (["a", "b", "c"], nil),
        (["a", "q"], 8), (["a"], ["b": 9]), (["a", "b", "c"], nil), (.root, "root"),
        (["a", "b", "c"], true), (.root, nil),
    ]

    private static func expectCancellation(
        _ what: String, _ wait: @escaping @Sendable () async throws -> [TreeUpdate]
    ) async throws {
        do {
            let updates = try await withTimeLimit(what, wait)
            throw ConformanceFailure("\(what) gave \(updates) and not a CancellationError")
        } catch is CancellationError {}
    }
}

extension [Follower] {
    /// Waits until each follower has the value of its place.
    fileprivate mutating func reach(_ root: TreeValue?, _ context: String) async throws {
        for index in indices { try await self[index].reach(root[self[index].place], context) }
    }
}

// MARK: - Windows

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
            for (place, value) in windowWrites {
                try await engine.set(value, at: place)
                try await follower.reach(
                    try await engine.read(["all"], selection).value,
                    "after a write of \(shown(value)) at \(shown(place))")
            }
            // A slow watch gets all of it at once.
            try await engine.set(nil, at: .root)
            var slow = Follower(engine, ["all"], selection)
            try await slow.reach(nil)
            for count in 1...windowWrites.count {
                for (place, value) in windowWrites.prefix(count) {
                    try await engine.set(value, at: place)
                }
                try await slow.reach(
                    try await engine.read(["all"], selection).value, "after \(count) writes")
            }
        }
    }

    private static let windowWrites: [(TreePlace, TreeValue?)] = [
        (["all"], ["a": ["n": 1], "b": ["n": 2], "c": ["n": 3], "d": ["n": 4]]),
        (["all", "e"], ["n": 5]), (["all", "a", "n"], 6), (["all", "c"], nil), (["all", "b"], 7),
        (["all", "0"], ["n": 3, "m": 1]), (["all", "0", "m"], 2), (["all", "0", "n"], nil),
        (["all", "d", "n"], 2), (["all", "d", "n", "x"], "below"), (["all", "c"], ["n": 5]),
        (["all", "e"], nil), (["all", "d"], nil), (["all"], "scalar"), (["all", "b", "n"], 3),
        (["all", "b"], nil), (["elsewhere"], 1), (.root, ["all": ["b": 1, "c": 2, "d": 3]]),
        (.root, nil),
    ]
}
