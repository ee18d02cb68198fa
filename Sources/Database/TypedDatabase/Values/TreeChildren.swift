/// The children of a place by key, in Firebase's order of keys.
///
/// A copy shares its memory with the original, even after changes to either: setting one child of
/// 100,000 copies some hundred of them at most, and keeping an older state costs nothing.
///
/// Children from a file may be in packed form: those that are accessed are read from a few bytes.
public struct TreeChildren: Sendable {
    private var tree: SortedTree<TreeKey, TreeValue>

    /// The children in packed form, instead of those in the tree; `nil` once they have been changed.
    package private(set) var packed: PackedChildren?

    /// Makes an empty dictionary of children.
    public init() {
        tree = SortedTree()
    }

    /// Makes children from pairs in any order. Of equal keys the last wins.
    public init(_ children: some Sequence<(TreeKey, TreeValue)>) {
        self.init()
        for (key, value) in children { self[key] = value }
    }

    /// Makes children from pairs in strictly ascending order of their keys.
    public init(sorted children: some Collection<(key: TreeKey, value: TreeValue)>) {
        tree = SortedTree(sorted: children)
    }

    /// Makes children from an array of pairs in strictly ascending order of their keys.
    ///
    /// This overload is specialized, which makes it faster in other modules.
    public init(sorted children: [(key: TreeKey, value: TreeValue)]) {
        tree = SortedTree(sorted: children)
    }

    /// Makes children that are read from their packed form when they are accessed.
    package init(_ packed: PackedChildren) {
        tree = SortedTree()
        self.packed = packed
    }

    /// Makes a tree of packed children.
    private mutating func unpack() {
        guard let packed else { return }
        tree = packed.tree
        self.packed = nil
    }

    /// The number of children.
    public var count: Int { packed?.count ?? tree.count }
    /// Whether the place has no children.
    public var isEmpty: Bool { packed == nil && tree.isEmpty }

    /// The child with a key. Setting it to `nil` removes it.
    public subscript(key: TreeKey) -> TreeValue? {
        get { if let packed { packed[key] } else { tree[key] } }
        set {
            unpack()
            if let newValue { tree.set(newValue, for: key) } else { tree.remove(key) }
        }
    }

    /// Removes a child and returns it, so that it can be changed in place.
    mutating func take(_ key: TreeKey) -> TreeValue? {
        unpack()
        return tree.remove(key)
    }

    /// The child at an offset. Traps if the offset is out of bounds.
    public subscript(offset offset: Int) -> (key: TreeKey, value: TreeValue) {
        (packed?.tree ?? tree)[offset: offset]
    }

    /// Returns the number of children before a key, whether that exists or not.
    public func offset(of key: TreeKey) -> Int {
        (packed?.tree ?? tree).offset(of: key)
    }
}

extension TreeChildren: Sequence {
    public func makeIterator() -> Iterator {
        if let packed { return Iterator(packed: packed) }
        return Iterator(base: tree.makeIterator())
    }

    /// Returns the children from a key on, whether that exists or not.
    public func children(from key: TreeKey) -> Iterator {
        Iterator(base: (packed?.tree ?? tree).elements(from: key))
    }

    /// An iterator over children, which is also a sequence of those that are left.
    public struct Iterator: Sequence, IteratorProtocol {
        private var base: SortedTree<TreeKey, TreeValue>.Iterator
        private var packed: PackedChildren?
        private var offset = 0

        fileprivate init(base: SortedTree<TreeKey, TreeValue>.Iterator) {
            self.base = base
        }

        fileprivate init(packed: PackedChildren) {
            base = SortedTree().makeIterator()
            self.packed = packed
            offset = packed.range.lowerBound
        }

        public mutating func next() -> (key: TreeKey, value: TreeValue)? {
            if let packed { return packed.next(at: &offset) }
            return base.next()
        }
    }

    public var underestimatedCount: Int { count }
}

extension TreeChildren: ExpressibleByDictionaryLiteral {
    /// Makes children from a literal. Of equal keys the last wins.
    public init(dictionaryLiteral elements: (TreeKey, TreeValue)...) {
        self.init(elements)
    }
}

extension TreeChildren: Hashable, CustomStringConvertible {
    public static func == (a: TreeChildren, b: TreeChildren) -> Bool {
        if let a = a.packed, let b = b.packed { return a == b }
        return a.count == b.count && a.elementsEqual(b) { $0.key == $1.key && $0.value == $1.value }
    }

    public func hash(into hasher: inout Hasher) {
        for (key, value) in self {
            hasher.combine(key)
            hasher.combine(value)
        }
    }

    public var description: String {
        "{" + map { "\($0.text.debugDescription): \($1)" }.joined(separator: ", ") + "}"
    }
}

// MARK: - Collecting

/// A collector of children that mostly arrive in order, as servers send them.
package struct OrderedChildren {
    private var children: [(key: TreeKey, value: TreeValue?)] = []
    private var isAscending = true

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
