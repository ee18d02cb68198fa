import TypedDatabase

extension EngineConformance {
    /// Checks of ranges in the orders by value and by child.
    static let bounds: [ConformanceCheck] = [
        withinBounds("by value", .byValue),
        withinBounds("by child", .byChild),
        withinBounds("by a child further down", .byDeepChild),
        inPages("by value", .byValue),
        inPages("by child", .byChild),
        ConformanceCheck("a bound can be a value that no child has") { engine in
            let children =
                [
                    "a": 1, "b": 2, "c": 2, "d": "x", "e": true, "f": ["y": 1],
                ] as TreeChildren
            try await engine.set(.children(children), at: ["all"])
            for (lower, upper, keys) in [
                (1.5, nil, ["b", "c", "d", "f"]), (nil, 1.5, ["e", "a"]), (3, nil, ["d", "f"]),
                ("", nil, ["d", "f"]), ("y", nil, ["f"]), (nil, false, []),
                (false, 1.5, ["e", "a"]),
                (5, 1.5, []),
            ] as [(TreeValue?, TreeValue?, [TreeKey])] {
                for isInclusive in [true, false] {
                    let bound = { (value: TreeValue) in
                        TreeSelection.Bound(.value(value, nil), isInclusive: isInclusive)
                    }
                    try await engine.expect(
                        ["all"],
                        TreeSelection(
                            order: .value, lower: lower.map(bound), upper: upper.map(bound)),
                        selects: keys, of: children)
                }
            }
        },
        ConformanceCheck("a bound can be the position of a key that no child has") { engine in
            let children = ["a": 1, "c": 1, "e": 1, "b": 2] as TreeChildren
            try await engine.set(.children(children), at: ["all"])
            for (lower, upper, keys) in [
                ("b", nil, ["c", "e", "b"]), (nil, "d", ["a", "c"]), ("b", "d", ["c"]),
                ("f", nil, ["b"]), (nil, "0", []),
            ] as [(TreeKey?, TreeKey?, [TreeKey])] {
                let bound = { TreeSelection.Bound(.value(1, $0), isInclusive: true) }
                try await engine.expect(
                    ["all"],
                    TreeSelection(order: .value, lower: lower.map(bound), upper: upper.map(bound)),
                    selects: keys, of: children)
            }
        },
    ]

    /// Checks some hundred random ranges, the same in every run.
    private static func withinBounds(_ name: String, _ values: OrderedValues) -> ConformanceCheck {
        ConformanceCheck("ranges \(name) have what is between their bounds") { engine in
            try await engine.set(.children(values.children), at: ["all"])
            var random = SplitMix64(seed: 1)
            for _ in 0..<300 {
                let lower = values.randomBound(&random)
                let upper = values.randomBound(&random)
                var keys = values.keys(from: lower, to: upper)
                let count = Int.random(in: 1...10, using: &random)
                var selection = TreeSelection(
                    order: values.order, lower: lower.map(values.bound),
                    upper: upper.map(values.bound))
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    selection.limit = .first(count)
                    keys = Array(keys.prefix(count))
                case 1:
                    selection.limit = .last(count)
                    keys = Array(keys.suffix(count))
                default: break
                }
                try await engine.expect(["all"], selection, selects: keys, of: values.children)
            }
        }
    }

    /// Checks pages, each of which begins after the last child of the page before, or ends before
    /// its first.
    private static func inPages(_ name: String, _ values: OrderedValues) -> ConformanceCheck {
        ConformanceCheck("pages \(name) have each child once, in either direction") { engine in
            try await engine.set(.children(values.children), at: ["all"])
            let all = values.elements.map(\.key)
            let position = { (index: Int) -> TreeSelection.Bound in
                let (key, value) = values.elements[index]
                return TreeSelection.Bound(.value(value, key), isInclusive: false)
            }
            for start in stride(from: 3, to: all.count, by: 3) {
                try await engine.expect(
                    ["all"],
                    TreeSelection(
                        order: values.order, lower: position(start - 1), limit: .first(3)),
                    selects: Array(all[start...].prefix(3)), of: values.children)
                try await engine.expect(
                    ["all"],
                    TreeSelection(order: values.order, upper: position(start), limit: .last(3)),
                    selects: Array(all[..<start].suffix(3)), of: values.children)
            }
        }
    }
}
