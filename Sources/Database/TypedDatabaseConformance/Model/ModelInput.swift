import TypedDatabase

/// The random operations of a model check.
///
/// Keys and values are few, so that writes often meet, and each is one that engines get wrong.
struct ModelInput {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private static let keys: [TreeKey] = [
        "a", "b", "c", "ab", "a b", "A", "0", "1", "2", "10", "-1", "01", "é", "e\u{301}", "😀",
        "\u{E000}",
    ]

    /// The keys of fields of documents.
    static let fields: [TreeKey] = ["a", "b", "1", "a b", "é", "e\u{301}", "😀", "x`\\y"]

    private static let scalars: [TreeValue] = [
        false, true, 0, 1, 2, -3, 0.5, -2.5, 1e300, .integer(1 << 53 + 1), "", "a", "b", "é",
        "e\u{301}", "😀", "\u{E000}", "1",
    ]

    mutating func below(_ count: Int) -> Int {
        Int.random(in: 0..<count, using: &random)
    }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// Returns a place in a tree, or an empty one. The root is rare.
    mutating func place(in root: TreeValue?) -> TreePlace {
        if below(2) == 0 { return existingPlace(in: root) }
        let depth = one(of: [0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4])
        return TreePlace((0..<depth).map { _ in one(of: Self.keys) })
    }

    /// Returns a random place with a value.
    private mutating func existingPlace(in root: TreeValue?) -> TreePlace {
        var place = TreePlace.root
        var children = root?.children ?? TreeChildren()
        while !children.isEmpty, place == .root || below(3) > 0 {
            let (key, value) = children[offset: below(children.count)]
            place = place.appending(key)
            children = value.children
        }
        return place
    }

    /// Returns a place that usually has children.
    mutating func collection(in root: TreeValue?) -> TreePlace {
        let place = place(in: root)
        return root[place]?.children.isEmpty ?? true
            ? TreePlace(Array(place.keys.dropLast())) : place
    }

    mutating func scalar() -> TreeValue { one(of: Self.scalars) }

    mutating func value(depth: Int = 3) -> TreeValue? {
        if below(5) == 0 { return nil }
        if depth == 0 || below(3) > 0 { return scalar() }
        var children = TreeChildren()
        for _ in 0..<below(6) { children[one(of: Self.keys)] = value(depth: depth - 1) }
        return TreeValue(children)
    }

    /// Returns the place of a field within a document, at most three keys deep.
    mutating func field() -> TreePlace {
        TreePlace((0...below(3)).map { _ in one(of: Self.fields) })
    }

    mutating func number() -> TreeValue { one(of: [1, 2, -3, 0.5, .integer(.max)]) }

    /// Returns edits of which none is inside another.
    mutating func edits(in root: TreeValue?) -> [TreeEdit] {
        var edits: [TreeEdit] = []
        for _ in 0..<one(of: [1, 1, 1, 2, 3, 8]) {
            let place = place(in: root)
            if edits.contains(where: { $0.place.overlaps(place) }) { continue }
            // Replacing the root with a scalar would leave nothing to read.
            let value = place == .root && below(4) > 0 ? rootValue() : value()
            edits.append(
                TreeEdit(place, below(5) == 0 ? .increment(number()) : .set(PendingValue(value))))
        }
        return edits
    }

    private mutating func rootValue() -> TreeValue? {
        TreeValue(TreeChildren(Self.keys.compactMap { key in value().map { (key, $0) } }))
    }

    /// - Parameter value: the value of the place, so that bounds are often at its children.
    mutating func selection(of value: TreeValue?) -> TreeSelection {
        let children = (value?.children ?? TreeChildren()).map { $0 }
        var selection = TreeSelection(
            order: one(of: [.key, .value, .child(["a"]), .child(["1", "b"])]))
        if below(2) == 0 { selection.lower = bound(selection.order, children) }
        if below(2) == 0 { selection.upper = bound(selection.order, children) }
        switch below(3) {
        case 0: selection.limit = .first(1 + below(5))
        case 1: selection.limit = .last(1 + below(5))
        default: break
        }
        return selection
    }

    private mutating func bound(
        _ order: TreeSelection.Order, _ children: [(key: TreeKey, value: TreeValue)]
    ) -> TreeSelection.Bound {
        let isInclusive = below(2) == 0
        var (key, value) = (one(of: Self.keys), scalar() as TreeValue?)
        if !children.isEmpty, below(2) == 0 {
            let child = one(of: children)
            (key, value) = (child.key, ModelOrder.orderedBy(order, child.value))
        }
        if order == .key { return TreeSelection.Bound(.key(key), isInclusive: isInclusive) }
        return TreeSelection.Bound(
            .value(value, below(2) == 0 ? key : nil), isInclusive: isInclusive)
    }
}
