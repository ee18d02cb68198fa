/// Which children of a place are selected, kept up to date as the children change.
///
/// If there is a limit, it has the positions of all children that the limit counts. So one change
/// costs logarithmic time: the child that enters because another has left is found without reading
/// or sorting the others.
package struct SelectedWindow: Sendable {
    private let selection: TreeSelection

    /// All children, as of the last update.
    private var children: TreeChildren

    /// If there is a limit, the positions within both bounds.
    private var positions = SortedTree<ChildPosition, Void>()

    /// The last position within the limit, from the end that it counts from; `nil` if all are.
    private var edge: ChildPosition?

    package init(_ selection: TreeSelection, of children: TreeChildren) {
        self.selection = selection
        self.children = children
        guard selection.limit != nil else { return }
        var sorted = children.map { selection.position(of: $0.key, $0.value) }
            .filter(selection.contains)
        if selection.order != .key { sorted.sort() }
        positions = SortedTree(sorted: sorted.map { ($0, ()) })
        findEdge()
    }

    /// Takes in what the children are now.
    ///
    /// - Parameter changed: the keys of all children that may have changed.
    /// - Returns: for each child that is selected now and wasn't, or may have changed, its key and
    ///   value; for each that was selected and isn't any more, its key and nothing.
    package mutating func update(
        _ changed: Set<TreeKey>, to children: TreeChildren
    ) -> [TreeUpdate] {
        let before = self
        self.children = children
        if selection.limit != nil {
            for key in changed {
                if let position = before.position(of: key) { positions.remove(position) }
                if let position = position(of: key) { positions.set((), for: position) }
            }
            findEdge()
        }
        let crossed = keysBetween(before.edge, edge).filter { selects($0) != before.selects($0) }
        return changed.filter { selects($0) || before.selects($0) }
            .union(crossed).map { TreeUpdate([$0], selects($0) ? children[$0] : nil) }
    }

    /// Where a child is, if it is within both bounds.
    private func position(of key: TreeKey) -> ChildPosition? {
        guard let value = children[key] else { return nil }
        let position = selection.position(of: key, value)
        return selection.contains(position) ? position : nil
    }

    private func selects(_ key: TreeKey) -> Bool {
        guard let position = position(of: key) else { return false }
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

    /// The keys of the children at or between two edges.
    private func keysBetween(_ a: ChildPosition?, _ b: ChildPosition?) -> [TreeKey] {
        if a == b { return [] }
        let edges = [a, b].compactMap(\.self).sorted()
        var (start, end) = (edges.first, edges.last)
        // No edge is one that is further out than any child.
        if edges.count == 1 {
            if case .last? = selection.limit { start = nil } else { end = nil }
        }
        return (start.map(positions.elements) ?? positions.makeIterator())
            .prefix { position, _ in end.map { position <= $0 } ?? true }
            .map(\.key.key)
    }
}
