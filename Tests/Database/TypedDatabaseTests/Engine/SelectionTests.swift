import Testing

@testable import TypedDatabase

@Suite struct SelectionTests {
    private static let children: TreeChildren = [
        "-1": 3, "2": "b", "a": true, "b": 1, "c": ["x": 1], "d": 3,
    ]

    /// A lower and an upper bound, and a limit; then the keys.
    @Test(
        arguments: [
            (nil, nil, nil, "-1 2 a b c d"),
            (.including("2"), .including("b"), nil, "2 a b"),
            (.excluding("2"), .excluding("b"), nil, "a"),
            (.including("3"), .including("bb"), nil, "a b"),
            (.excluding("3"), .excluding("bb"), nil, "a b"),
            (.including("b"), .including("a"), nil, ""),
            (.including("z"), nil, nil, ""),
            (nil, .including("-5"), nil, ""),
            (nil, nil, .first(2), "-1 2"),
            (nil, nil, .last(2), "c d"),
            (nil, nil, .first(.max), "-1 2 a b c d"),
            (nil, nil, .last(.max), "-1 2 a b c d"),
            (.including("a"), nil, .first(2), "a b"),
            (.including("a"), .excluding("d"), .last(2), "b c"),
        ] as [(TreeSelection.Bound?, TreeSelection.Bound?, TreeSelection.Limit?, String)])
    func childrenAreSelectedByKey(
        _ lower: TreeSelection.Bound?, _ upper: TreeSelection.Bound?, _ limit: TreeSelection.Limit?,
        _ keys: String
    ) {
        let selection = TreeSelection(lower: lower, upper: upper, limit: limit)
        let selected = selection.select(from: Self.children)
        #expect(selected.map(\.key.text).joined(separator: " ") == keys)
    }

    @Test func onlyAllSelectsAScalar() {
        #expect(TreeSelection.all.select(from: 1) == 1)
        #expect(TreeSelection(limit: .first(1)).select(from: 1 as TreeValue?) == nil)
        #expect(PlaceKeys(1, .all) == .scalar)
        #expect(PlaceKeys(1, TreeSelection(limit: .first(1))) == .nothing)
        #expect(PlaceKeys(nil, .all) == .nothing)
        #expect(PlaceKeys(["b": 1, "a": 2], .all) == .children(["a", "b"]))
        #expect(
            PlaceKeys(["b": 1, "a": 2], TreeSelection(order: .value)) == .children(["b", "a"]))
        #expect(PlaceKeys(["a": 1], TreeSelection(lower: .including("b"))) == .nothing)
    }
}

@Suite struct IncrementTests {
    @Test(
        arguments: [
            (nil, 2, 2), (3, 2, 5), (3, .double(0.5), .double(3.5)),
            (.double(0.5), 2, .double(2.5)),
            (.double(0.5), .double(0.5), 1), ("text", 2, 2), (["a": 1], 2, 2), (true, 2, 2),
            (.integer(.max), 1, .double(0x1p63)), (.integer(.min), -4096, .double(-0x1p63 - 4096)),
            (.double(1e308), .double(1e308), .double(.greatestFiniteMagnitude)),
            (.double(-1e308), .double(-1e308), .double(-.greatestFiniteMagnitude)),
        ] as [(TreeValue?, TreeValue, TreeValue)])
    func numbersAreAdded(_ current: TreeValue?, _ delta: TreeValue, _ sum: TreeValue) {
        #expect(TreeEdit(.root, .increment(delta)).resolved(at: 0, from: current) == sum)
    }
}

extension TreeSelection.Bound {
    static func including(_ key: TreeKey) -> Self { Self(.key(key), isInclusive: true) }
    static func excluding(_ key: TreeKey) -> Self { Self(.key(key), isInclusive: false) }
}
