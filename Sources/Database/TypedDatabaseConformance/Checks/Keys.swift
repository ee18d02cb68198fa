import TypedDatabase

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
