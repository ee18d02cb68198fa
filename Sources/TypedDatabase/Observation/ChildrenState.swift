import TypedPaths

/// The children that a query has selected, kept up to date.
///
/// A value without locks or tasks: updates go in, changes come out. One change takes logarithmic time,
/// and makes one new child; the others stay as they are, with what has been decoded of them.
struct ChildrenState<Key: PathKey, Value> {
    private let selection: TreeSelection
    private let isReversed: Bool
    private let source: ChildSource

    private var tree = Children<Key, Value>.Tree()

    /// Where the children are in the tree.
    private var positions: [TreeKey: ChildPosition] = [:]

    /// What is there under keys that aren't of the key type.
    private var invalid: [TreeKey: TreeValue] = [:]

    /// No children yet.
    init(_ request: ChildrenRequest) {
        selection = request.selection
        isReversed = request.isReversed
        source = ChildSource(parent: request.place, decoder: request.database.decoder)
    }

    /// The children of a value that has been read; the engine has selected them already.
    init(_ request: ChildrenRequest, _ value: TreeValue?) {
        self.init(request)
        _ = update([TreeUpdate(.root, value)])
    }

    var children: Children<Key, Value> {
        Children(
            tree, isReversed: isReversed,
            invalidKeys: (isReversed ? invalid.keys.sorted(by: >) : invalid.keys.sorted()).map(
                \.text))
    }

    /// Takes in what has changed.
    ///
    /// - Returns: the changes that lead from the children before to those after; `nil` if there are
    ///   none, and the invalid keys are the same, too.
    mutating func update(_ updates: [TreeUpdate]) -> ChildrenChanges<Key, Value>? {
        var difference = Difference()
        var areInvalidKeysSame = true
        for (key, new) in values(after: updates) {
            if invalid[key] != nil || positions[key] == nil && new != nil && Key(key) == nil {
                areInvalidKeysSame = areInvalidKeysSame && (invalid[key] == nil) == (new == nil)
                invalid[key] = new
            } else {
                difference.insert(key, from: child(key), to: new, in: self)
            }
        }
        if difference.isEmpty && areInvalidKeysSame { return nil }
        return ChildrenChanges(apply(difference), children: children)
    }

    private func child(_ key: TreeKey) -> Child<Key, Value>? {
        positions[key].flatMap { tree[$0] }
    }

    private func value(_ key: TreeKey) -> TreeValue? {
        invalid[key] ?? child(key)?.node.value
    }

    /// What is under those keys that the updates are about.
    private func values(after updates: [TreeUpdate]) -> [TreeKey: TreeValue?] {
        var values: [TreeKey: TreeValue?] = [:]
        for update in updates {
            guard let key = update.place.keys.first else {
                let keys = [TreeKey](values.keys) + positions.keys + invalid.keys
                values = Dictionary(keys.map { ($0, nil) }) { first, _ in first }
                for (key, value) in update.value?.children ?? TreeChildren() { values[key] = value }
                continue
            }
            var value = values[key] ?? self.value(key)
            value[update.place.relative(to: [key])] = update.value
            values[key] = .some(value)
        }
        return values
    }
}

// MARK: - Changes

extension ChildrenState {
    private typealias Step = (position: ChildPosition, child: Child<Key, Value>)
    private typealias Move = (from: ChildPosition, to: ChildPosition, child: Child<Key, Value>)

    /// What is different, by where it is to be found.
    private struct Difference {
        var removed: [Step] = []
        var added: [Step] = []
        var moved: [Move] = []
        var changed: [Step] = []

        var isEmpty: Bool { removed.isEmpty && added.isEmpty && changed.isEmpty }

        mutating func insert(
            _ key: TreeKey, from old: Child<Key, Value>?, to value: TreeValue?,
            in state: ChildrenState
        ) {
            guard old?.node.value != value else { return }
            let oldPosition = state.positions[key]
            guard let value else {
                if let old, let oldPosition { removed.append((oldPosition, old)) }
                return
            }
            guard let typed = old?.key ?? Key(key) else { return }
            let node = ChildNode<Value>(key: key, value: value, source: state.source)
            let child = Child(key: typed, node: node)
            let position = state.selection.position(of: key, value)
            guard let oldPosition else { return added.append((position, child)) }
            if oldPosition != position { moved.append((oldPosition, position, child)) }
            changed.append((position, child))
        }

        /// Brings each kind of change into the order of the query.
        mutating func sort(isReversed: Bool) {
            func areInOrder(_ a: ChildPosition, _ b: ChildPosition) -> Bool {
                isReversed ? b < a : a < b
            }
            removed.sort { areInOrder($0.position, $1.position) }
            added.sort { areInOrder($0.position, $1.position) }
            moved.sort { areInOrder($0.to, $1.to) }
            changed.sort { areInOrder($0.position, $1.position) }
        }
    }

    /// Makes the changes one after the other: each offset is as of then.
    private mutating func apply(_ difference: Difference) -> [ChildrenChanges<Key, Value>.Element] {
        var difference = difference
        difference.sort(isReversed: isReversed)
        var changes: [ChildrenChanges<Key, Value>.Element] = []
        for (position, child) in difference.removed {
            changes.append(.removed(child, at: offset(of: position)))
            tree.remove(position)
            positions[child.node.key] = nil
        }
        for (position, child) in difference.added {
            tree.set(child, for: position)
            positions[child.node.key] = position
            changes.append(.added(child, at: offset(of: position)))
        }
        for (old, new, child) in difference.moved {
            let from = offset(of: old)
            tree.remove(old)
            tree.set(child, for: new)
            positions[child.node.key] = new
            let to = offset(of: new)
            if from != to { changes.append(.moved(child, from: from, to: to)) }
        }
        for (position, child) in difference.changed {
            tree.set(child, for: position)
            changes.append(.changed(child, at: offset(of: position)))
        }
        return changes
    }

    /// Where the child at a position is among the children, seen from where the query begins.
    private func offset(of position: ChildPosition) -> Int {
        let offset = tree.offset(of: position)
        return isReversed ? tree.count - 1 - offset : offset
    }
}
