extension EncodingNode {
    /// Returns the tree, once the value is encoded completely.
    func pendingValue() throws -> PendingValue {
        let tree = try tree()
        let places = serverTimes.sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
        return PendingValue(tree, serverTimes: places)
    }

    /// Returns the trees of the children, including children that are stored as nothing.
    func pendingFields() throws -> [(key: TreeKey, value: PendingValue)] {
        try finishNested()
        let serverTimes = Dictionary(grouping: serverTimes) { $0.keys.first }
        return try sortedChildren().map { child in
            let places = (serverTimes[child.key] ?? []).map { $0.relative(to: [child.key]) }
            return (child.key, PendingValue(child.value, serverTimes: places))
        }
    }

    /// Returns the tree of this place, without the server's times.
    func tree() throws -> TreeValue? {
        try finishNested()
        if content == .single { return single }
        var values: [(key: TreeKey, value: TreeValue)] = []
        values.reserveCapacity(children.count)
        for child in try sortedChildren() {
            if let value = child.value { values.append((child.key, value)) }
        }
        return TreeValue(TreeChildren(sorted: values))
    }

    private func finishNested() throws {
        if isContradictory {
            throw invalid(
                codingPath, "a place can't have two of a value, an array, and children by key")
        }
        for (key, node) in nested {
            try check(key)
            try append(node, at: key)
        }
        if nested.count == 1, children.count == 1, children[0].value == nil, serverTimes.isEmpty,
            let (key, node) = nested.first, node.mayBeCase
        {
            children[0] = Child(key: key, value: true)
        }
    }

    /// Returns the children in strictly ascending order of their keys.
    private func sortedChildren() throws -> [Child] {
        let children = children
        if content == .unkeyed, nested.isEmpty { return children }
        // Sorting indexes is faster than moving the children themselves.
        let order = children.indices.sorted { children[$0].key < children[$1].key }
        var sorted: [Child] = []
        sorted.reserveCapacity(order.count)
        for index in order {
            let child = children[index]
            if sorted.last?.key == child.key {
                try checkRepetition(of: child.key)
                sorted.removeLast()
            }
            sorted.append(child)
        }
        return sorted
    }

    private func checkRepetition(of key: TreeKey) throws {
        if !allowsRepetition || serverTimes.contains(where: { $0.keys.first == key }) {
            throw invalid(key.text, "a place can't have two values", at: key)
        }
    }
}
