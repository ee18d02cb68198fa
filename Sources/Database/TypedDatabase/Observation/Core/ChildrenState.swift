import TypedPaths

/// The selected children of a query, kept up to date.
///
/// A value without locks or tasks: updates go in, changes come out. A change takes logarithmic time
/// and makes one new node; other nodes are kept, with their decoded values.
struct ChildrenState {
    typealias MakeNode = (TreeKey, TreeValue) -> ChildNode?

    private let selection: TreeSelection
    private let isReversed: Bool
    private var nodes = SortedTree<ChildPosition, ChildNode>()

    /// The position of each child among the nodes.
    private var positions: [TreeKey: ChildPosition] = [:]

    /// The values whose keys aren't of the key type.
    private var invalid: [TreeKey: TreeValue] = [:]

    /// Makes the state without children.
    init(_ selection: TreeSelection, isReversed: Bool) {
        self.selection = selection
        self.isReversed = isReversed
    }

    func children<Key, Value>() -> Children<Key, Value> {
        Children(nodes, isReversed: isReversed, invalidKeys: invalid.keys)
    }

    /// Applies the differences to another state.
    ///
    /// - Parameter makeNode: returns `nil` for a key that isn't of the type.
    /// - Returns: the changes from the previous children to the new ones; `nil` if neither the
    ///   children nor the invalid keys have changed.
    mutating func update(_ updates: [TreeUpdate], _ makeNode: MakeNode) -> [NodeChange]? {
        var difference = Difference()
        let invalidKeys = invalid.keys
        for (key, value) in values(after: updates) {
            let old = node(key)
            let new = value.flatMap { old?.with($0) ?? makeNode(key, $0) }
            invalid[key] = new == nil ? value : nil
            difference.insert(
                from: old.flatMap { node in positions[key].map { ($0, node) } },
                to: new.map { (selection.position(of: key, $0.value), $0) })
        }
        let changes = apply(difference)
        return changes.isEmpty && invalid.keys == invalidKeys ? nil : changes
    }

    private func node(_ key: TreeKey) -> ChildNode? {
        positions[key].flatMap { nodes[$0] }
    }

    /// Returns the new values of the children that the updates concern.
    private func values(after updates: [TreeUpdate]) -> [TreeKey: TreeValue?] {
        var values: [TreeKey: TreeValue?] = [:]
        for update in updates {
            guard let key = update.place.keys.first else {
                for key in [TreeKey](positions.keys) + invalid.keys { values[key] = .some(nil) }
                for (key, value) in update.value?.children ?? TreeChildren() { values[key] = value }
                continue
            }
            var value = values[key] ?? node(key)?.value ?? invalid[key]
            value[update.place.relative(to: [key])] = update.value
            values[key] = .some(value)
        }
        return values
    }
}

// MARK: - Changes

extension ChildrenState {
    private typealias Position = (position: ChildPosition, node: ChildNode)

    /// The differences between two states.
    private struct Difference {
        var removed: [Position] = []
        var added: [Position] = []
        var moved: [(from: ChildPosition, to: Position)] = []
        var changed: [Position] = []

        mutating func insert(from old: Position?, to new: Position?) {
            switch (old, new) {
            case (nil, nil): break
            case (let old?, nil): removed.append(old)
            case (nil, let new?): added.append(new)
            case (let old?, let new?):
                if old.position != new.position { moved.append((old.position, new)) }
                changed.append(new)
            }
        }

        /// Sorts each kind of change by the order of the query.
        mutating func sort(by areInOrder: (ChildPosition, ChildPosition) -> Bool) {
            removed.sort { areInOrder($0.position, $1.position) }
            added.sort { areInOrder($0.position, $1.position) }
            moved.sort { areInOrder($0.to.position, $1.to.position) }
            changed.sort { areInOrder($0.position, $1.position) }
        }
    }

    /// Applies the changes one after the other, each with the offset at that time.
    private mutating func apply(_ difference: Difference) -> [NodeChange] {
        var difference = difference
        difference.sort(by: isReversed ? (>) : (<))
        var changes: [NodeChange] = []
        for (position, node) in difference.removed {
            changes.append(.removed(node, at: offset(of: position)))
            nodes.remove(position)
            positions[node.key] = nil
        }
        for (position, node) in difference.added {
            nodes.set(node, for: position)
            positions[node.key] = position
            changes.append(.added(node, at: offset(of: position)))
        }
        for (old, (position, node)) in difference.moved {
            let from = offset(of: old)
            nodes.remove(old)
            nodes.set(node, for: position)
            positions[node.key] = position
            let to = offset(of: position)
            if from != to { changes.append(.moved(node, from: from, to: to)) }
        }
        for (position, node) in difference.changed {
            nodes.set(node, for: position)
            changes.append(.changed(node, at: offset(of: position)))
        }
        return changes
    }

    /// Returns the offset of the child at a position, counted from the query's start.
    private func offset(of position: ChildPosition) -> Int {
        let offset = nodes.offset(of: position)
        return isReversed ? nodes.count - 1 - offset : offset
    }
}
