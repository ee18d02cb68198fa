/// The children of a place within a limit, kept up to date as children change.
///
/// It has the positions of all children that the limit counts. So one change costs logarithmic time: the
/// child that enters because another has left is found without reading or sorting the others.
package struct SelectedWindow: Sendable {
    private let selection: TreeSelection

    /// All children.
    private var children: TreeChildren

    /// The positions within both bounds.
    private var positions = SortedTree<ChildPosition, Void>()

    /// The last position within the limit, from the end that it counts from; `nil` if all are.
    private var edge: ChildPosition?

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

    /// Takes in some children, each with its value now.
    ///
    /// - Returns: each child that is selected now and is one of these, or wasn't selected before; and each
    ///   that was selected and isn't any more, with no value.
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

    /// Where a child is, if it is within both bounds.
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

    /// The positions at or between two edges.
    private func positionsBetween(_ a: ChildPosition?, _ b: ChildPosition?) -> [ChildPosition] {
        if a == b { return [] }
        let edges = [a, b].compactMap(\.self).sorted()
        var (start, end) = (edges.first, edges.last)
        // `nil` is further out than any child.
        if edges.count == 1 {
            if case .last? = selection.limit { start = nil } else { end = nil }
        }
        return (start.map(positions.elements) ?? positions.makeIterator())
            .prefix { position, _ in end.map { position <= $0 } ?? true }
            .map(\.key)
    }
}
