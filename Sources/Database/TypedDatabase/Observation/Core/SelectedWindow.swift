/// The children of a place within a limit, kept up to date as children change.
///
/// It keeps the positions of all children that the limit counts. So a change costs logarithmic
/// time: the child that enters because another has left is found without reading or sorting the
/// others.
package struct SelectedWindow: Sendable {
    private let selection: TreeSelection

    /// All children.
    private var children: TreeChildren

    /// The positions within both bounds.
    private var positions = SortedTree<ChildPosition, Void>()

    /// The last position within the limit, counted from the limit's end; `nil` if the window is not
    /// full.
    private var edge: ChildPosition?

    /// Makes the window of a selection.
    package init(_ selection: TreeSelection, of children: TreeChildren) {
        self.selection = selection
        self.children = children
        var sorted = children.map { selection.position(of: $0.key, $0.value) }
            .filter(selection.contains)
        if selection.order != .key { sorted.sort() }
        positions = SortedTree(sorted: sorted.map { ($0, ()) })
        findEdge()
    }

    /// The selected children.
    package var selected: TreeChildren {
        TreeChildren(sorted: selection.select(from: children).sorted { $0.key < $1.key })
    }

    /// The current value of a child, selected or not.
    package subscript(key: TreeKey) -> TreeValue? { children[key] }

    /// Returns the selected children that aren't beyond a further edge. Costs logarithmic time for
    /// each of them.
    package func selected(within edge: ChildPosition?) -> TreeChildren {
        let keys = offsets(within: edge).map { positions[offset: $0].key.key }.sorted()
        return TreeChildren(sorted: keys.compactMap { key in children[key].map { (key, $0) } })
    }

    /// Returns the number of the selected children that aren't beyond a further edge.
    package func count(within edge: ChildPosition?) -> Int { offsets(within: edge).count }

    private func offsets(within edge: ChildPosition?) -> Range<Int> {
        let count = positions.count
        switch selection.limit {
        case .last(let limit)?:
            return max(count - limit, edge.map(positions.offset) ?? 0)..<count
        case .first(let limit)?:
            let known = edge.map { positions.offset(of: $0) + (positions[$0] == nil ? 0 : 1) }
            return 0..<min(limit, known ?? count, count)
        case nil: return 0..<count
        }
    }

    /// Updates some children, each to its current value.
    ///
    /// - Returns: each updated child that is selected now, each other child that has become
    ///   selected, and each child that no longer is, without a value.
    @discardableResult
    package mutating func update(_ changed: [(TreeKey, TreeValue?)]) -> [TreeUpdate] {
        let oldEdge = edge
        var concerned = Set<TreeKey>()
        for (key, value) in changed {
            if let position = position(of: key) {
                if isWithin(oldEdge, position) { concerned.insert(key) }
                positions.remove(position)
            }
            children[key] = value
            if let position = position(of: key) { positions.set((), for: position) }
        }
        findEdge()
        for (key, _) in changed where selects(key) { concerned.insert(key) }
        let others = positionsBetween(oldEdge, edge)
            .filter { isWithin(oldEdge, $0) != isWithin(edge, $0) }
        concerned.formUnion(others.map(\.key))
        return concerned.map { TreeUpdate([$0], selects($0) ? children[$0] : nil) }
    }

    /// Returns the position of a child, if it is within both bounds.
    private func position(of key: TreeKey) -> ChildPosition? {
        guard let value = children[key] else { return nil }
        let position = selection.position(of: key, value)
        return selection.contains(position) ? position : nil
    }

    private func selects(_ key: TreeKey) -> Bool {
        position(of: key).map { isWithin(edge, $0) } ?? false
    }

    private func isWithin(_ edge: ChildPosition?, _ position: ChildPosition) -> Bool {
        guard let edge else { return true }
        if case .last? = selection.limit { return position >= edge }
        return position <= edge
    }

    private mutating func findEdge() {
        switch selection.limit {
        case .first(let count)? where count < positions.count:
            edge = positions[offset: count - 1].key
        case .last(let count)? where count < positions.count:
            edge = positions[offset: positions.count - count].key
        default:
            edge = nil
        }
    }

    /// Returns the positions from one edge to another.
    private func positionsBetween(_ a: ChildPosition?, _ b: ChildPosition?) -> [ChildPosition] {
        if a == b { return [] }
        let edges = [a, b].compactMap(\.self).sorted()
        var (start, end) = (edges.first, edges.last)
        // A `nil` edge lies beyond all children.
        if edges.count == 1 {
            if case .last? = selection.limit { start = nil } else { end = nil }
        }
        return (start.map(positions.elements) ?? positions.makeIterator())
            .prefix { position, _ in end.map { position <= $0 } ?? true }
            .map(\.key)
    }
}
