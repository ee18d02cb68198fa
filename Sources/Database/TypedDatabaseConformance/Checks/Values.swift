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

// MARK: - Scalars

extension EngineConformance {
    /// Checks of the values that a place can have.
    static let scalars: [ConformanceCheck] = [
        comesBack(
            "bools, numbers and texts aren't confused", [false, true, 0, 1, "0", "1", "true"]),
        comesBack(
            "integers have 64 bits",
            [.integer(.max), .integer(.min), .integer(1 << 53 + 1), .integer(-1 << 53 - 1), -1]),
        comesBack(
            "doubles come back exactly",
            [
                0.1, -0.1, .number(0.1 + 0.2), .number(1 / 3), 1e300, -1e300, 1e-300,
                .number(.leastNonzeroMagnitude),
                .number(.greatestFiniteMagnitude), .number(0x1p63), .number(-0x1p64), 123456789.125,
            ]),
        comesBack("integral doubles are integers", [.number(2), .number(-0.0), .number(1e15)]),
        comesBack(
            "texts come back to the byte",
            [
                "", " ", "a", "é", "e\u{301}", "😀", "\u{FFFF}", "\u{E000}", "\"quoted\"",
                "back\\slash",
                "a\u{0}b", "\n\r\t", "\u{2028}", "null", "{}", "'; DROP TABLE leaf; --",
            ]),
        ConformanceCheck("a text of a million bytes comes back") { engine in
            let long = TreeValue.string(String(repeating: "0123456é9", count: 100_000))
            try await engine.set(long, at: ["text"])
            let found = try await engine.read(["text"], .all).value
            try require(found == long, true, "whether a long text is as it was")
        },
        ConformanceCheck("only a selection of all has a scalar") { engine in
            try await engine.set(["a": 1], at: .root)
            let first = TreeSelection(limit: .first(1))
            try require(try await engine.keys(of: ["a"], .all), .scalar, "the keys of a scalar")
            try require(try await engine.keys(of: ["a"], first), .nothing, "a scalar's first key")
            try require(try await engine.read(["a"], first).value, nil, "a scalar's first child")
            try await engine.expect(["a", "b"], holds: nil)
        },
    ]

    private static func comesBack(_ name: String, _ values: [TreeValue]) -> ConformanceCheck {
        ConformanceCheck(name) { engine in
            for value in values {
                try await engine.set(value, at: ["alone"])
                try await engine.expect(["alone"], holds: value)
            }
            let together = TreeChildren(
                values.enumerated().map { (TreeKey("value \($0.offset)"), $0.element) })
            try await engine.set(.children(together), at: ["together"])
            try await engine.expect(["together"], holds: .children(together))
        }
    }
}

// MARK: - Batches and increments

extension EngineConformance {
    /// Checks of several edits in one batch.
    static let batches: [ConformanceCheck] = [
        ConformanceCheck("a batch makes all its edits") { engine in
            try await engine.set(["a": ["old": 1, "n": 2], "b": true, "c": "c"], at: .root)
            try await engine.write([
                TreeEdit(["a", "new"], .set(PendingValue(3))),
                TreeEdit(["a", "old"], .set(PendingValue(nil))),
                TreeEdit(["a", "n"], .increment(5)),
                TreeEdit(["b"], .set(PendingValue(["x": ["y": 1]]))),
                TreeEdit(["d", "e"], .set(PendingValue("deep"))),
                TreeEdit(["none"], .set(PendingValue(nil))),
            ])
            try await engine.expect(
                .root,
                holds: [
                    "a": ["new": 3, "n": 7], "b": ["x": ["y": 1]], "c": "c", "d": ["e": "deep"],
                ])
        },
        ConformanceCheck("a batch of nothing changes nothing") { engine in
            try await engine.set(["a": 1], at: .root)
            try await engine.write([])
            try await engine.expect(.root, holds: ["a": 1])
        },
        ConformanceCheck("a place whose last child goes as another comes stays") { engine in
            try await engine.set(["a": ["old": 1]], at: .root)
            try await engine.write([
                TreeEdit(["a", "old"], .set(PendingValue(nil))),
                TreeEdit(["a", "new"], .set(PendingValue(2))),
            ])
            try await engine.expect(.root, holds: ["a": ["new": 2]])
            try await engine.write([
                TreeEdit(["a", "newer"], .set(PendingValue(3))),
                TreeEdit(["a", "new"], .set(PendingValue(nil))),
            ])
            try await engine.expect(.root, holds: ["a": ["newer": 3]])
        },
        ConformanceCheck("a batch can write below a scalar at several places") { engine in
            try await engine.set(["a": 1], at: .root)
            try await engine.write([
                TreeEdit(["a", "x"], .set(PendingValue(2))),
                TreeEdit(["a", "y"], .set(PendingValue(nil))),
                TreeEdit(["a", "z"], .increment(3)),
            ])
            try await engine.expect(.root, holds: ["a": ["x": 2, "z": 3]])
        },
        ConformanceCheck("a batch of 1,000 places is written whole") { engine in
            let keys = (0..<1000).map { TreeKey("\($0)") }
            try await engine.write(
                keys.map { TreeEdit(["all", $0, "key"], .set(PendingValue(.string($0.text)))) })
            let children = TreeChildren(keys.map { ($0, ["key": .string($0.text)] as TreeValue) })
            try await engine.expect(["all"], holds: .children(children))
        },
        ConformanceCheck("a server time is in milliseconds since 1970") { engine in
            try await engine.write([
                TreeEdit(["at"], .set(PendingValue(nil, serverTimes: [.root])))
            ])
            _ = try await engine.serverTime(at: ["at"])
        },
        ConformanceCheck("a batch has one server time, wherever in a value that is") { engine in
            try await engine.write([
                TreeEdit(["a"], .set(PendingValue(nil, serverTimes: [.root]))),
                TreeEdit(
                    ["b"],
                    .set(PendingValue(["text": "x"], serverTimes: [["at"], ["deep", "at"]]))),
            ])
            let time = try await engine.read(["a"], .all).value
            try await engine.expect(["a"], holds: time)
            var expected: TreeValue? = ["text": "x"]
            expected[["at"]] = time
            expected[["deep", "at"]] = time
            try await engine.expect(["b"], holds: expected, "with the time \(shown(time))")
        },
    ]

    /// Checks of adding to numbers.
    static let increments: [ConformanceCheck] = [
        adds("to nothing", nil, 2, 2),
        adds("an integer to an integer", 3, -5, -2),
        adds("an integer to a double", 0.5, 2, 2.5),
        adds("a double to an integer", 3, 0.5, 3.5),
        adds("a double to a double, which may give an integer", 0.5, 0.5, 1),
        adds("to a text, which counts as 0", "3", 2, 2),
        adds("to a bool, which counts as 0", true, 2, 2),
        adds("to children, which count as 0", ["a": 1], 2, 2),
        adds("up to the largest integer", .integer(.max - 1), 1, .integer(.max)),
        adds(
            "beyond the largest integer, which gives a double", .integer(.max), 1, 0x1p63,
            saturated: .integer(.max)),
        adds(
            "beyond the least integer, which gives a double", .integer(.min), -4096,
            .number(-0x1p63 - 4096), saturated: .integer(.min)),
        adds(
            "beyond the greatest double, which is kept", 1e308, 1e308,
            .double(.greatestFiniteMagnitude)),
        adds(
            "beyond the least double, which is kept", -1e308, -1e308,
            .double(-.greatestFiniteMagnitude)),
        ConformanceCheck("an increment makes the places above it") { engine in
            try await engine.increment(["a", "b", "c"], by: 2)
            try await engine.expect(.root, holds: ["a": ["b": ["c": 2]]])
        },
        ConformanceCheck("an increment below a scalar replaces it") { engine in
            try await engine.set(["a": 7], at: .root)
            try await engine.increment(["a", "b"], by: 2)
            try await engine.expect(.root, holds: ["a": ["b": 2]])
        },
        ConformanceCheck("increments of many tasks are all counted") { engine in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<25 { try await engine.increment(["count"], by: 1) }
                    }
                }
                try await group.waitForAll()
            }
            try await engine.expect(["count"], holds: 200)
        },
    ]

    private static func adds(
        _ name: String, _ before: TreeValue?, _ number: TreeValue, _ sum: TreeValue,
        saturated: TreeValue? = nil
    ) -> ConformanceCheck {
        ConformanceCheck("an increment adds \(name)") { engine in
            try await engine.set(before, at: ["n"])
            try await engine.increment(["n"], by: number)
            let saturated = options.saturatesIntegers ? saturated : nil
            try await engine.expect(["n"], holds: saturated ?? sum)
        }
    }
}
