/// A collector of children that mostly arrive in order, as servers send them.
struct OrderedChildren {
    private var children: [(key: TreeKey, value: TreeValue?)] = []
    private var isAscending = true

    /// Adds a child. Of equal keys the last wins, even if its value is `nil`.
    mutating func append(_ key: TreeKey, _ value: TreeValue?) {
        if let last = children.last, !(last.key < key) { isAscending = false }
        children.append((key, value))
    }

    var value: TreeValue? {
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
