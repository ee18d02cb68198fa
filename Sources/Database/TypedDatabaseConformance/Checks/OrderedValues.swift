import TypedDatabase

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
