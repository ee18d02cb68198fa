extension TreeSelection {
    /// Where a child is in the order.
    func position(of key: TreeKey, _ value: TreeValue) -> ChildPosition {
        switch order {
        case .key: ChildPosition(value: nil, key: key)
        case .value: ChildPosition(value: value, key: key)
        case .child(let place): ChildPosition(value: TreeValue?(value)[place], key: key)
        }
    }

    /// Whether a position is within both bounds.
    func contains(_ position: ChildPosition) -> Bool {
        if let lower {
            let difference = position.difference(to: lower.position)
            if difference < 0 || difference == 0 && !lower.isInclusive { return false }
        }
        if let upper {
            let difference = position.difference(to: upper.position)
            if difference > 0 || difference == 0 && !upper.isInclusive { return false }
        }
        return true
    }

    /// Of some children those that are selected, in order.
    ///
    /// For engines that have all children at hand. It takes as long as to sort them.
    public func select(from children: TreeChildren) -> [(key: TreeKey, value: TreeValue)] {
        var selected = children.map { (position(of: $0.key, $0.value), $0) }
            .filter { contains($0.0) }
        if order != .key { selected.sort { $0.0 < $1.0 } }
        let elements = selected.map(\.1)
        return switch limit {
        case .first(let count)?: Array(elements.prefix(count))
        case .last(let count)?: Array(elements.suffix(count))
        case nil: elements
        }
    }

    /// Of a value the part that is selected: a scalar is no child, so that only `.all` selects it.
    public func select(from value: TreeValue?) -> TreeValue? {
        guard self != .all, let value else { return value }
        return TreeValue(TreeChildren(select(from: value.children).map { ($0.key, $0.value) }))
    }
}

/// Where a child is among others: by the value that they are ordered by, then by key.
struct ChildPosition: Hashable, Comparable, Sendable {
    let value: TreeValue?
    let key: TreeKey

    static func < (a: ChildPosition, b: ChildPosition) -> Bool {
        let difference = TreeValue.difference(a.value, b.value)
        return difference == 0 ? a.key < b.key : difference < 0
    }

    static func == (a: ChildPosition, b: ChildPosition) -> Bool {
        a.key == b.key && TreeValue.difference(a.value, b.value) == 0
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }

    /// Negative if this comes before a bound's position, positive if after, 0 if at it.
    func difference(to other: TreePosition) -> Int {
        let otherKey: TreeKey?
        switch other {
        case .key(let key): otherKey = key
        case .value(let otherValue, let key):
            let difference = TreeValue.difference(value, otherValue)
            if difference != 0 { return difference }
            otherKey = key
        }
        guard let otherKey, key != otherKey else { return 0 }
        return key < otherKey ? -1 : 1
    }
}

extension PlaceKeys {
    /// The keys of what a read has found.
    public init(_ value: TreeValue?, _ selection: TreeSelection) {
        switch value {
        case nil: self = .nothing
        case .children(let children)?: self = .children(selection.select(from: children).map(\.key))
        case _?: self = .scalar
        }
    }
}
