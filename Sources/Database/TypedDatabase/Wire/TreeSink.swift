/// A receiver of a tree, leaf by leaf, in any order.
package protocol TreeSink {
    /// Goes to a child of the current place. Returns `false` if the key has been entered before.
    ///
    /// - Parameter isLast: whether the key is greater than all others entered at this place.
    mutating func enter(_ key: TreeKey, isLast: Bool) throws -> Bool

    /// Goes back to the parent.
    mutating func leave() throws

    /// Sets the current place to a bool, a number or a string.
    mutating func put(_ scalar: TreeValue) throws
}

/// A sink that builds a value.
struct TreeBuilder: TreeSink {
    private struct Level {
        let key: TreeKey
        var scalar: TreeValue?
        var children: [(key: TreeKey, value: TreeValue)] = []
        /// The children's keys, once they are out of order.
        var keys: Set<TreeKey>?
    }

    /// The current place and its ancestors.
    private var levels = [Level(key: "")]

    private var current: Int { levels.count - 1 }

    mutating func enter(_ key: TreeKey, isLast: Bool) -> Bool {
        if !isLast {
            if levels[current].keys == nil {
                levels[current].keys = Set(levels[current].children.map(\.key))
            }
            if levels[current].keys?.contains(key) == true { return false }
        }
        levels.append(Level(key: key))
        return true
    }

    mutating func leave() {
        let key = levels[current].key
        let value = value
        levels.removeLast()
        guard let value else { return }
        levels[current].children.append((key, value))
        levels[current].keys?.insert(key)
    }

    mutating func put(_ scalar: TreeValue) {
        levels[current].scalar = scalar
    }

    /// The value at the current place.
    var value: TreeValue? {
        let level = levels[current]
        if let scalar = level.scalar { return scalar }
        let children = level.children
        return TreeValue(
            TreeChildren(sorted: level.keys == nil ? children : children.sorted { $0.key < $1.key })
        )
    }
}
