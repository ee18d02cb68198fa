/// A collector of children that mostly arrive in order, as servers send them.
package struct OrderedChildren {
    private var children: [(key: TreeKey, value: TreeValue?)] = []
    private var isAscending = true

    /// Makes a collector without children.
    package init() {}

    /// Adds a child. Of equal keys the last wins, even if its value is `nil`.
    package mutating func append(_ key: TreeKey, _ value: TreeValue?) {
        if let last = children.last, !(last.key < key) { isAscending = false }
        children.append((key, value))
    }

    /// The children; `nil` if there are none.
    package var value: TreeValue? {
        TreeValue(TreeChildren(sorted: sorted))
    }

    private var sorted: [(key: TreeKey, value: TreeValue)] {
        var children = children
        if !isAscending {
            var values: [TreeKey: TreeValue?] = [:]
            for (key, value) in children { values[key] = value }
            children = values.sorted { $0.key < $1.key }
        }
        return children.compactMap { key, value in value.map { (key, $0) } }
    }
}
