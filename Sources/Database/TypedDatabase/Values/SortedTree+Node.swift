extension SortedTree {
    /// A leaf, which has elements, or an inner node, which has children.
    struct Node {
        var firstKey: Key
        var count: Int
        var elements: [Element] = []
        var children: [Node] = []

        /// - Parameter elements: one element or more.
        init(elements: [Element]) {
            self.elements = elements
            firstKey = elements[0].key
            count = elements.count
        }

        /// - Parameter children: one child or more.
        init(children: [Node]) {
            self.children = children
            firstKey = children[0].firstKey
            count = children.reduce(0) { $0 + $1.count }
        }
    }
}

extension SortedTree.Node: Sendable where Key: Sendable, Value: Sendable {}

extension SortedTree.Node {
    func value(of key: Key) -> Value? {
        if !children.isEmpty { return children[childIndex(for: key)].value(of: key) }
        let (index, isFound) = position(of: key)
        return isFound ? elements[index].value : nil
    }

    func element(at offset: Int) -> SortedTree.Element {
        if children.isEmpty { return elements[offset] }
        var (index, rest) = (0, offset)
        while rest >= children[index].count {
            rest -= children[index].count
            index += 1
        }
        return children[index].element(at: rest)
    }

    /// Returns the index of the child whose range includes a key.
    func childIndex(for key: Key) -> Int {
        var (low, high) = (0, children.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if key < children[middle].firstKey { high = middle - 1 } else { low = middle }
        }
        return low
    }

    /// Returns the index at which a key is, or would be inserted.
    func position(of key: Key) -> (index: Int, isFound: Bool) {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return (low, low < elements.count && elements[low].key == key)
    }

    mutating func set(_ value: Value, for key: Key, capacity: Int) -> Value? {
        let old: Value?
        if children.isEmpty {
            let (index, isFound) = position(of: key)
            if isFound {
                old = elements[index].value
                elements[index].value = value
            } else {
                old = nil
                elements.insert((key, value), at: index)
            }
        } else {
            let index = childIndex(for: key)
            old = children[index].set(value, for: key, capacity: capacity)
            if let half = children[index].splitIfFull(capacity) {
                children.insert(half, at: index + 1)
            }
        }
        if old == nil { count += 1 }
        if key < firstKey { firstKey = key }
        return old
    }

    /// Splits a node that has exceeded its capacity. Returns the second half.
    mutating func splitIfFull(_ capacity: Int) -> Self? {
        if elements.count > capacity {
            let half = Self(elements: Array(elements[(elements.count / 2)...]))
            self = Self(elements: Array(elements[..<(elements.count / 2)]))
            return half
        }
        if children.count > capacity {
            let half = Self(children: Array(children[(children.count / 2)...]))
            self = Self(children: Array(children[..<(children.count / 2)]))
            return half
        }
        return nil
    }

    mutating func remove(_ key: Key, capacity: Int) -> Value? {
        let old: Value
        if children.isEmpty {
            let (index, isFound) = position(of: key)
            guard isFound else { return nil }
            old = elements.remove(at: index).value
        } else {
            let index = childIndex(for: key)
            guard let value = children[index].remove(key, capacity: capacity) else { return nil }
            old = value
            if children[index].count == 0 {
                children.remove(at: index)
            } else {
                mergeChild(index, capacity: capacity)
            }
        }
        count -= 1
        if let first = elements.first?.key ?? children.first?.firstKey { firstKey = first }
        return old
    }

    /// Merges a child with a neighbour if half a node holds both.
    private mutating func mergeChild(_ index: Int, capacity: Int) {
        let left = index + 1 < children.count ? index : index - 1
        guard left >= 0 else { return }
        let (first, second) = (children[left], children[left + 1])
        guard
            first.elements.count + second.elements.count <= capacity / 2,
            first.children.count + second.children.count <= capacity / 2
        else { return }
        children[left].elements += second.elements
        children[left].children += second.children
        children[left].count += second.count
        children.remove(at: left + 1)
    }
}
