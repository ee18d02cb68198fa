extension TreeSelection {
    /// Returns the position of a child in the order.
    package func position(of key: TreeKey, _ value: TreeValue) -> ChildPosition {
        switch order {
        case .key: ChildPosition(value: nil, key: key)
        case .value: ChildPosition(value: value, key: key)
        case .child(let place): ChildPosition(value: TreeValue?(value)[place], key: key)
        }
    }

    /// Whether a position is within both bounds.
    package func contains(_ position: ChildPosition) -> Bool {
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

    /// Returns the selected ones of some children, in order.
    ///
    /// For engines that have all children in memory. An order by key takes time proportional to the
    /// number of selected children; other orders sort all children.
    public func select(from children: TreeChildren) -> [(key: TreeKey, value: TreeValue)] {
        if let range = keyRange(in: children) {
            if range.isEmpty { return [] }
            let first = children[offset: range.lowerBound].key
            return Array(children.children(from: first).prefix(range.count))
        }
        var selected = children.map { (position(of: $0.key, $0.value), $0) }
            .filter { contains($0.0) }
        selected.sort { $0.0 < $1.0 }
        let elements = selected.map(\.1)
        return switch limit {
        case .first(let count)?: Array(elements.prefix(count))
        case .last(let count)?: Array(elements.suffix(count))
        case nil: elements
        }
    }

    /// Returns the offsets of the selected children, if the order and the bounds are by key.
    private func keyRange(in children: TreeChildren) -> Range<Int>? {
        guard order == .key else { return nil }
        var (start, end) = (0, children.count)
        if let lower {
            guard case .key(let key) = lower.position else { return nil }
            start = children.offset(of: key)
            if !lower.isInclusive, children[key] != nil { start += 1 }
        }
        if let upper {
            guard case .key(let key) = upper.position else { return nil }
            end = children.offset(of: key)
            if upper.isInclusive, children[key] != nil { end += 1 }
        }
        guard start < end else { return 0..<0 }
        switch limit {
        case .first(let count)?: end = min(count, end - start) + start
        case .last(let count)?: start = end - min(count, end - start)
        case nil: break
        }
        return start..<end
    }

    /// Returns the selected part of a value. A scalar has no children, so only `.all` selects it.
    public func select(from value: TreeValue?) -> TreeValue? {
        guard self != .all, let value else { return value }
        return TreeValue(TreeChildren(select(from: value.children).map { ($0.key, $0.value) }))
    }
}
