import TypedDatabase

extension EngineConformance {
    /// Checks of replacing a value only if it hasn't changed.
    static let versions: [ConformanceCheck] = [
        ConformanceCheck("a value is replaced if it is still the one that was read") { engine in
            for (before, after) in [
                (nil, 1), (1, 2), (2, "text"), ("text", ["a": 1]), (["a": 1], ["a": 2, "b": 3]),
                (["a": 2, "b": 3], nil),
            ] as [(TreeValue?, TreeValue?)] {
                let read = try await engine.read(["x", "y"], .all)
                try require(shown(read.value), shown(before), "the value before")
                try await engine.expectReplaced(["x", "y"], with: after, if: read.version)
                try await engine.expect(["x", "y"], holds: after)
            }
        },
        ConformanceCheck("a replaced value can have server times") { engine in
            let version = try await engine.read(["x"], .all).version
            let value = PendingValue(["n": 1], serverTimes: [["at"]])
            _ = try await engine.replace(["x"], with: value, ifVersionIs: version)
            guard case .integer? = try await engine.read(["x", "at"], .all).value else {
                throw ConformanceFailure("there is no time where one was to be put")
            }
            try await engine.expect(["x", "n"], holds: 1)
        },
        changes("is written", ["x": 1], ["x"], 2),
        changes("gets a new child", ["x": ["a": 1]], ["x", "b"], 2),
        changes("changes further down", ["x": ["a": ["b": 1]]], ["x", "a", "b"], 2),
        changes("loses a child", ["x": ["a": 1, "b": 2]], ["x", "b"], nil),
        changes("is removed", ["x": 1], ["x"], nil),
        changes("is removed with what is above it", ["x": 1], .root, nil),
        changes("comes into being", ["y": 1], ["x", "a"], 1),
        changes("is written from above", ["x": 1], .root, ["x": 2]),
        ConformanceCheck("a version is not concerned by what changes elsewhere") { engine in
            try await engine.set(["x": ["a": 1], "x2": 1], at: .root)
            let version = try await engine.read(["x"], .all).version
            try await engine.set(2, at: ["x2"])
            try await engine.set(2, at: ["y"])
            try await engine.expectReplaced(["x"], with: 3, if: version)
        },
        ConformanceCheck("of two replacements of one version, the second fails") { engine in
            let version = try await engine.read(["x"], .all).version
            try await engine.expectReplaced(["x"], with: "first", if: version)
            let result = try await engine.replace(
                ["x"], with: PendingValue("second"), ifVersionIs: version)
            guard case .changed(let current) = result else {
                throw ConformanceFailure("a version was replaced twice")
            }
            try require(current.value, "first", "what the second is told")
            try await engine.expect(["x"], holds: "first")
        },
        ConformanceCheck("transactions of many tasks are all made") { engine in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { for _ in 0..<10 { try await engine.countUp(["x", "count"]) } }
                }
                try await group.waitForAll()
            }
            try await engine.expect(["x", "count"], holds: 80)
        },
    ]

    /// Returns a check of a replacement after a write that affects its place.
    private static func changes(
        _ name: String, _ before: TreeValue, _ place: TreePlace, _ value: TreeValue?
    ) -> ConformanceCheck {
        ConformanceCheck("a replacement fails if the place \(name)") { engine in
            try await engine.set(before, at: .root)
            let version = try await engine.read(["x"], .all).version
            try await engine.set(value, at: place)
            let now = try await engine.read(["x"], .all).value
            let result = try await engine.replace(
                ["x"], with: PendingValue("replaced"), ifVersionIs: version)
            guard case .changed(let current) = result else {
                throw ConformanceFailure("a value was replaced that had changed")
            }
            try require(shown(current.value), shown(now), "what the replacement is told")
            try await engine.expect(["x"], holds: now)
            try await engine.expectReplaced(["x"], with: "replaced", if: current.version)
            try await engine.expect(["x"], holds: "replaced")
        }
    }
}

extension DatabaseEngine {
    fileprivate func expectReplaced(
        _ place: TreePlace, with value: TreeValue?, if version: TreeVersion
    ) async throws {
        let result = try await replace(place, with: PendingValue(value), ifVersionIs: version)
        if case .changed(let current) = result {
            throw ConformanceFailure(
                "\(shown(place)) wasn't replaced by \(shown(value)), although nothing had changed; "
                    + "it is said to be \(shown(current.value))")
        }
    }

    /// Increments a number by compare-and-swap, retried until it succeeds.
    fileprivate func countUp(_ place: TreePlace) async throws {
        var read = try await self.read(place, .all)
        for _ in 0..<10_000 {
            guard case .integer(let count) = read.value ?? 0 else { break }
            // Yields to the other tasks.
            await Task.yield()
            let result = try await replace(
                place, with: PendingValue(.integer(count + 1)), ifVersionIs: read.version)
            guard case .changed(let current) = result else { return }
            read = current
        }
        throw ConformanceFailure("\(shown(place)) can't be replaced; it is \(shown(read.value))")
    }
}
