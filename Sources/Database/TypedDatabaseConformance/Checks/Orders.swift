import TypedDatabase

extension EngineConformance {
    /// Checks of the orders by value and by child.
    static let orders: [ConformanceCheck] = [
        inOrder("by value: bools, numbers, texts, children, and ties by key", .byValue),
        inOrder("by child: those without it first, then as by value", .byChild),
        inOrder("by a child further down", .byDeepChild),
        ConformanceCheck("a scalar has no child to be ordered by") { engine in
            let children: TreeChildren = [
                "a": ["score": 2], "b": 5, "c": ["score": ["x": 1]], "d": ["score": 1],
            ]
            try await engine.set(.children(children), at: ["all"])
            try await engine.expect(
                ["all"], TreeSelection(order: .child(["score"])), selects: ["b", "d", "a", "c"],
                of: children)
            try await engine.expect(
                ["all"], TreeSelection(order: .child(["score", "x"])),
                selects: ["a", "b", "d", "c"], of: children)
        },
        ConformanceCheck("a child that changes moves") { engine in
            var children: TreeChildren = ["a": 1, "b": 2, "c": 3]
            try await engine.set(.children(children), at: ["all"])
            for (key, value, keys) in [
                ("a", 9, ["b", "c", "a"]), ("c", nil, ["b", "a"]), ("d", true, ["d", "b", "a"]),
                ("b", "text", ["d", "a", "b"]), ("a", ["x": 1], ["d", "b", "a"]),
            ] as [(TreeKey, TreeValue?, [TreeKey])] {
                children[key] = value
                try await engine.set(value, at: ["all", key])
                try await engine.expect(
                    ["all"], TreeSelection(order: .value), selects: keys, of: children)
            }
        },
    ]

    private static func inOrder(_ name: String, _ values: OrderedValues) -> ConformanceCheck {
        ConformanceCheck("children in order \(name)") { engine in
            let children = values.children
            let keys = values.elements.map(\.key)
            try await engine.set(.children(children), at: ["all"])
            try await engine.expect(
                ["all"], TreeSelection(order: values.order), selects: keys, of: children)
            for count in [1, 2, 7, keys.count - 1, keys.count, keys.count + 1, 1000] {
                try await engine.expect(
                    ["all"], TreeSelection(order: values.order, limit: .first(count)),
                    selects: Array(keys.prefix(count)), of: children)
                try await engine.expect(
                    ["all"], TreeSelection(order: values.order, limit: .last(count)),
                    selects: Array(keys.suffix(count)), of: children)
            }
        }
    }
}
