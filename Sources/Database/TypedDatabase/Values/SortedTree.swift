/// A dictionary in the order of its keys: a B-tree of arrays.
///
/// A copy shares everything with its original, and a change copies only the nodes on the path to
/// it. So keeping an older state costs nothing, however large the tree is. Every operation on one
/// element takes logarithmic time, including access by offset.
struct SortedTree<Key: Comparable, Value> {
    typealias Element = (key: Key, value: Value)

    private var root: Node?

    /// The maximum number of elements or children in a node.
    private static var capacity: Int { 64 }

    init() {}

    /// - Parameter elements: elements in strictly ascending order of their keys.
    init(sorted elements: some Collection<Element>) {
        if 1...Self.capacity ~= elements.count {
            root = Node(elements: Array(elements))
            return
        }
        var nodes = chunks(of: elements).map { Node(elements: Array($0)) }
        while nodes.count > 1 {
            nodes = chunks(of: nodes).map { Node(children: Array($0)) }
        }
        root = nodes.first
    }

    private func chunks<C: Collection>(of elements: C) -> [C.SubSequence] {
        var rest = elements[...]
        var chunks: [C.SubSequence] = []
        while !rest.isEmpty {
            chunks.append(rest.prefix(Self.capacity))
            rest = rest.dropFirst(Self.capacity)
        }
        return chunks
    }

    var count: Int { root?.count ?? 0 }
    var isEmpty: Bool { root == nil }
}

extension SortedTree: Sendable where Key: Sendable, Value: Sendable {}

// MARK: - One element

extension SortedTree {
    subscript(key: Key) -> Value? {
        root?.value(of: key)
    }

    /// The element at an offset.
    subscript(offset offset: Int) -> Element {
        guard let element = root?.element(at: offset) else {
            preconditionFailure("offset \(offset) of an empty tree")
        }
        return element
    }

    /// Returns the number of elements before a key, whether that exists or not.
    func offset(of key: Key) -> Int {
        guard var node = root else { return 0 }
        var offset = 0
        while !node.children.isEmpty {
            let index = node.childIndex(for: key)
            for child in node.children[..<index] { offset += child.count }
            node = node.children[index]
        }
        return offset + node.position(of: key).index
    }

    /// Sets the value of a key. Returns the previous one.
    @discardableResult
    mutating func set(_ value: Value, for key: Key) -> Value? {
        guard root != nil else {
            root = Node(elements: [(key, value)])
            return nil
        }
        let old = root?.set(value, for: key, capacity: Self.capacity)
        if let half = root?.splitIfFull(Self.capacity), let rest = root {
            root = Node(children: [rest, half])
        }
        return old ?? nil
    }

    /// Removes a key. Returns its value.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        let old = root?.remove(key, capacity: Self.capacity)
        if root?.count == 0 { root = nil }
        while let only = root?.children.first, root?.children.count == 1 { root = only }
        return old ?? nil
    }
}

// MARK: - In order

extension SortedTree: Sequence {
    func makeIterator() -> Iterator {
        Iterator(root, from: nil)
    }

    /// Returns the elements from a key on, whether that exists or not.
    func elements(from key: Key) -> Iterator {
        Iterator(root, from: key)
    }

    struct Iterator: Sequence, IteratorProtocol {
        /// The inner nodes on the path to the leaf, each with the index of the next child.
        private var stack: [(node: Node, next: Int)] = []

        /// The elements of the leaf, and the index of the next one.
        private var (elements, index) = ([Element](), 0)

        fileprivate init(_ root: Node?, from key: Key?) {
            if let root { descend(to: root, from: key) }
        }

        private mutating func descend(to node: Node, from key: Key? = nil) {
            var node = node
            while !node.children.isEmpty {
                let index = key.map(node.childIndex) ?? 0
                stack.append((node, index + 1))
                node = node.children[index]
            }
            elements = node.elements
            index = key.map { node.position(of: $0).index } ?? 0
        }

        mutating func next() -> Element? {
            while index == elements.count {
                guard let (node, next) = stack.popLast() else { return nil }
                if next < node.children.count {
                    stack.append((node, next + 1))
                    descend(to: node.children[next])
                }
            }
            defer { index += 1 }
            return elements[index]
        }
    }
}

// MARK: - Nodes

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
