import TypedDatabase

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
            let time = try await engine.read(["at"], .all).value
            // From 2017 to 2096, so neither in seconds nor in nanoseconds.
            guard case .integer(1_500_000_000_000..<4_000_000_000_000)? = time else {
                throw ConformanceFailure(
                    "a server time", expected: "milliseconds", found: shown(time))
            }
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
