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

// MARK: - Keys

extension EngineConformance {
    /// Checks of the equality and the order of keys.
    static let keys: [ConformanceCheck] = [
        ConformanceCheck("keys are told apart by their bytes") { engine in
            let keys: [TreeKey] = ["é", "e\u{301}", "e", "É", "0", "00", "-0", "01", "1", "+1"]
            for (index, key) in keys.enumerated() {
                try await engine.set(.integer(Int64(index)), at: ["all", key])
            }
            for (index, key) in keys.enumerated() {
                try await engine.expect(["all", key], holds: .integer(Int64(index)))
            }
            try await engine.set(nil, at: ["all", "é"])
            try await engine.expect(["all", "e\u{301}"], holds: 1)
        },
        ConformanceCheck("keys can have any characters but the few that are forbidden") { engine in
            let texts = [
                " ", "%", "%2F", "?", "&a=b", "+", "\"", "'", "\\", "{}", "(x)", ",", ":", "@", "~",
                "*", "<>", "|", "`", "😀", "日本語", "\u{E000}", "\u{FFFF}", "\u{10FFFF}", "\u{A0}",
                "null", "true", "undefined", "-", "_", "\u{301}", "\u{200D}x", "\u{1F3FF}",
                String(repeating: "x", count: 768),
            ]
            let children = TreeChildren(
                texts.map { (TreeKey($0), ["name": .string($0)] as TreeValue) })
            try await engine.set(.children(children), at: ["all"])
            try await engine.expect(["all"], holds: .children(children))
            for (key, _) in children {
                try await engine.expect(["all", key, "name"], holds: .string(key.text))
                try await engine.set(true, at: ["all", key, "seen"])
                try await engine.expect(["all", key, "seen"], holds: true)
            }
            let edits = texts.map { TreeEdit(["all", TreeKey($0)], .set(PendingValue(true))) }
            try await engine.write(edits)
            try await engine.expect(
                ["all"], holds: .children(TreeChildren(texts.map { (TreeKey($0), true) })))
        },
        ConformanceCheck("keys come in order: integers by value, then texts by code units") {
            engine in
            var random = SplitMix64(seed: 1)
            let shuffled = keysInOrder.shuffled(using: &random)
            let children = TreeChildren(shuffled.map { ($0, true) })
            try await engine.set(.children(children), at: ["all"])
            try await engine.expect(["all"], .all, selects: keysInOrder, of: children)
            for count in [1, 2, 10, keysInOrder.count, 1000] {
                try await engine.expect(
                    ["all"], TreeSelection(limit: .first(count)),
                    selects: Array(keysInOrder.prefix(count)), of: children)
                try await engine.expect(
                    ["all"], TreeSelection(limit: .last(count)),
                    selects: Array(keysInOrder.suffix(count)), of: children)
            }
        },
        ConformanceCheck("a range of keys has those between its bounds") { engine in
            let children = TreeChildren(
                keysInOrder.map { ($0, ["name": .string($0.text)] as TreeValue) })
            try await engine.set(.children(children), at: ["all"])
            for (index, key) in keysInOrder.enumerated() {
                let (upTo, from) = (keysInOrder[..<index], keysInOrder[index...])
                for (selection, keys) in [
                    (TreeSelection(lower: .including(key)), from),
                    (TreeSelection(lower: .excluding(key)), from.dropFirst()),
                    (TreeSelection(upper: .including(key)), upTo + [key]),
                    (TreeSelection(upper: .excluding(key)), upTo),
                    (TreeSelection(lower: .including(key), upper: .including(key)), from.prefix(1)),
                    (TreeSelection(lower: .including(key), limit: .first(3)), from.prefix(3)),
                    (TreeSelection(lower: .including(key), limit: .last(3)), from.suffix(3)),
                    (TreeSelection(upper: .excluding(key), limit: .first(3)), upTo.prefix(3)),
                    (TreeSelection(upper: .excluding(key), limit: .last(3)), upTo.suffix(3)),
                ] {
                    try await engine.expect(["all"], selection, selects: Array(keys), of: children)
                }
            }
        },
        ConformanceCheck("a bound can be a key that no child has") { engine in
            let children: TreeChildren = ["1": 1, "3": 3, "b": "b", "d": "d"]
            try await engine.set(.children(children), at: ["all"])
            for isInclusive in [true, false] {
                let bound = { (key: TreeKey) in
                    TreeSelection.Bound(.key(key), isInclusive: isInclusive)
                }
                for (low, high, keys) in [
                    ("2", "c", ["3", "b"]), ("-5", "0", []), ("4", "a", []), ("c", "e", ["d"]),
                    ("x", "z", []), ("z", "a", []), ("1 ", "bb", ["b"]),
                ] as [(TreeKey, TreeKey, [TreeKey])] {
                    try await engine.expect(
                        ["all"], TreeSelection(lower: bound(low), upper: bound(high)),
                        selects: keys,
                        of: children)
                }
            }
        },
    ]

    private static let keysInOrder: [TreeKey] = [
        "-2147483648", "-10", "-1", "0", "-0", "00", "000", "1", "01", "7", "10", "2147483647",
        " ", "+1", "-", "--1", "-2147483649", "-a", "10000000000", "1a", "2147483648", "A", "_",
        "a",
        "a b", "a0", "e\u{301}", "z", "é", "\u{D7FF}", "😀", "\u{E000}", "\u{FFFF}",
    ]
}

extension TreeSelection.Bound {
    static func including(_ key: TreeKey) -> Self { Self(.key(key), isInclusive: true) }
    static func excluding(_ key: TreeKey) -> Self { Self(.key(key), isInclusive: false) }
}

// MARK: - Bounds

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

// MARK: - Ordered values

/// Children in the order that an engine has to return.
struct OrderedValues: Sendable {
    let order: TreeSelection.Order
    /// The elements, in order.
    let elements: [(key: TreeKey, value: TreeValue?)]
    let children: TreeChildren

    /// - Parameter child: returns the child that is ordered by a value.
    private init(
        _ order: TreeSelection.Order, _ elements: [(key: TreeKey, value: TreeValue?)],
        child: (TreeValue?) -> TreeValue
    ) {
        self.order = order
        self.elements = elements
        children = TreeChildren(elements.map { ($0.key, child($0.value)) })
    }

    static let byValue = OrderedValues(.value, scalars + containers) { $0 ?? true }

    static let byChild = OrderedValues(.child(["score"]), without + scalars + containers) { value in
        TreeValue?(["name": "x"]).filled(value, "score")
    }

    static let byDeepChild = OrderedValues(
        .child(["stats", "score"]), without + scalars + containers
    ) { value in
        TreeValue?(["name": "x"]).filled(value, "stats", "score")
    }

    private static let without: [(key: TreeKey, value: TreeValue?)] = [
        ("-7", nil), ("6", nil), ("C", nil), ("o", nil),
    ]

    private static let scalars: [(key: TreeKey, value: TreeValue?)] = [
        ("z", false), ("4", true), ("b", true), ("k", .integer(.min)), ("m", -2), ("c", -1.5),
        ("2", 0), ("10", 0), ("a", 0), ("d", 0.5), ("y", 1), ("n", .integer(.max - 1)),
        ("x", .integer(.max)), ("w", 1e300), ("v", ""), ("u", "A"), ("3", "a"), ("t", "a"),
        ("s", "a b"), ("é", "e\u{301}"), ("r", "é"), ("q", "😀"), ("p", "\u{E000}"),
    ]

    /// Children with contents, which are equal in an order by value.
    private static let containers: [(key: TreeKey, value: TreeValue?)] = [
        ("1", ["x": 1]), ("5", ["a": 9]), ("e", ["z": 0]),
    ]
}

extension TreeValue? {
    fileprivate func filled(_ value: TreeValue?, _ keys: TreeKey...) -> TreeValue {
        var filled = self
        filled[TreePlace(keys)] = value
        return filled ?? true
    }
}

extension OrderedValues {
    /// A bound at the value of an element, or at its position.
    struct Bound {
        let index: Int
        let hasKey: Bool
        let isInclusive: Bool
    }

    func bound(_ bound: Bound) -> TreeSelection.Bound {
        let (key, value) = elements[bound.index]
        return TreeSelection.Bound(
            .value(value, bound.hasKey ? key : nil), isInclusive: bound.isInclusive)
    }

    /// Returns the keys from one bound to another.
    func keys(from lower: Bound?, to upper: Bound?) -> [TreeKey] {
        elements.indices.filter { index in
            if let lower {
                let isAt = isElement(index, at: lower)
                if isAt ? !lower.isInclusive : index < lower.index { return false }
            }
            if let upper {
                let isAt = isElement(index, at: upper)
                if isAt ? !upper.isInclusive : index > upper.index { return false }
            }
            return true
        }.map { elements[$0].key }
    }

    private func isElement(_ index: Int, at bound: Bound) -> Bool {
        if bound.hasKey { return index == bound.index }
        let (value, other) = (elements[index].value, elements[bound.index].value)
        if case (.children?, .children?) = (value, other) { return true }
        return value == other
    }

    func randomBound(_ random: inout SplitMix64) -> Bound? {
        let index = Int.random(in: -4..<elements.count, using: &random)
        if index < 0 { return nil }
        return Bound(
            index: index, hasKey: .random(using: &random), isInclusive: .random(using: &random))
    }
}
