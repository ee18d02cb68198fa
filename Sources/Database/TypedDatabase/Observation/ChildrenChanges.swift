import TypedPaths

/// The changes of a query's children from one state to a later one.
///
/// ```swift
/// for try await changes in database.children(of: room.messages).changes() {
///     for change in changes {
///         switch change {
///         case .removed(_, let offset): rows.remove(at: offset)
///         case .added(let child, let offset): rows.insert(Row(child), at: offset)
///         case .moved(_, let from, let to): rows.insert(rows.remove(at: from), at: to)
///         case .changed(let child, let offset): rows[offset] = Row(child)
///         }
///     }
/// }
/// ```
///
/// Applied one after the other, in this order, they lead from the previous children to
/// ``children``. Removals come first, then additions, moves, and changed values, each in the order
/// of the query. They are of one commit or of several; a batch is never seen in part.
public struct ChildrenChanges<Key: PathKey, Value> {
    private let changes: [NodeChange]

    /// The children after the changes.
    public let children: Children<Key, Value>

    /// - Parameter changes: changes of nodes that were made for the same types.
    init(_ changes: [NodeChange], children: Children<Key, Value>) {
        self.changes = changes
        self.children = children
    }

    /// One change. Offsets count from the query's start, at the time of this change.
    public enum Element {
        /// A child that was removed or is no longer selected, with its last value.
        case removed(Child<Key, Value>, at: Int)

        /// A child that was added or is now selected.
        case added(Child<Key, Value>, at: Int)

        /// A child at another offset: `to` counts after the child has been taken out. A `changed`
        /// element for the same child follows, since its new value is what moved it.
        case moved(Child<Key, Value>, from: Int, to: Int)

        /// A child with a new value.
        case changed(Child<Key, Value>, at: Int)
    }

    /// Applies the changes to an array of the previous children.
    public func apply(to array: inout [Child<Key, Value>]) {
        for change in self {
            switch change {
            case .removed(_, let offset): array.remove(at: offset)
            case .added(let child, let offset): array.insert(child, at: offset)
            case .moved(let child, let from, let to):
                array.remove(at: from)
                array.insert(child, at: to)
            case .changed(let child, let offset): array[offset] = child
            }
        }
    }
}

extension ChildrenChanges: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { changes.count }

    /// The change at an offset.
    public subscript(offset: Int) -> Element {
        switch changes[offset] {
        case .removed(let node, let offset): .removed(Child(node), at: offset)
        case .added(let node, let offset): .added(Child(node), at: offset)
        case .moved(let node, let from, let to): .moved(Child(node), from: from, to: to)
        case .changed(let node, let offset): .changed(Child(node), at: offset)
        }
    }
}

// Immutable, but for the decoded values, which are only accessed while a lock is held.
extension ChildrenChanges: @unchecked Sendable where Key: Sendable, Value: Sendable {}
extension ChildrenChanges.Element: Sendable where Key: Sendable, Value: Sendable {}
extension ChildrenChanges.Element: Equatable {}

/// A ``ChildrenChanges/Element`` without its types.
enum NodeChange {
    case removed(ChildNode, at: Int)
    case added(ChildNode, at: Int)
    case moved(ChildNode, from: Int, to: Int)
    case changed(ChildNode, at: Int)
}

// MARK: - Sequences

/// The current children of a query, then each change: see ``TreeQuery/changes()``.
///
/// The first element has all current children as additions, and may be empty. Later ones are never
/// empty, except if only ``Children/invalidKeys`` or ``Children/isFromCache`` have changed.
///
/// Memory is bounded by the collection's size, however slow the iteration is: pending changes are
/// merged. The sequence ends when the task is cancelled, and throws errors that are permanent. Each
/// iterator subscribes at the first `next()`, and unsubscribes when it is released.
public struct TreeChanges<Key: PathKey, Value>: AsyncSequence, Sendable {
    public typealias Element = ChildrenChanges<Key, Value>
    public typealias Failure = any Error

    private let request: ChildrenRequest

    init(_ request: ChildrenRequest) {
        self.request = request
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(request)
    }

    /// A subscription to the changes.
    public struct Iterator: AsyncIteratorProtocol {
        private var subscription: Subscription
        private var state: ChildrenState
        private let source: ChildSource
        private var isFirst = true
        private var isFromCache = false

        fileprivate init(_ request: ChildrenRequest) {
            subscription = Subscription(
                request.database.engine, request.place, request.checkedSelection)
            state = ChildrenState(request.selection, isReversed: request.isReversed)
            source = request.source(of: Value.self)
        }

        /// Returns the next changes, with keys made in the caller's isolation; `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> ChildrenChanges<Key, Value>? {
            while let updates = try await subscription.next() {
                let changes = state.update(updates, source.node(Key.self, Value.self))
                let wasFromCache = isFromCache
                isFromCache = subscription.isFromCache
                if changes == nil && !isFirst && isFromCache == wasFromCache { continue }
                isFirst = false
                var children: Children<Key, Value> = state.children()
                children.isFromCache = isFromCache
                return ChildrenChanges(changes ?? [], children: children)
            }
            return nil
        }

        public nonisolated(nonsending) mutating func next() async throws
            -> ChildrenChanges<Key, Value>?
        {
            try await next(isolation: #isolation)
        }
    }
}

/// The children of a query, each time they change: see ``TreeQuery/snapshots()``.
///
/// Snapshots share memory, so that keeping one costs little. Intermediate states may be skipped if
/// they come faster than they are taken, but never the last; equal ones aren't repeated. The
/// sequence ends when the task is cancelled, and throws errors that are permanent. Each iterator
/// subscribes at the first `next()`, and unsubscribes when it is released.
public struct TreeSnapshots<Key: PathKey, Value>: AsyncSequence, Sendable {
    public typealias Element = Children<Key, Value>
    public typealias Failure = any Error

    private let changes: TreeChanges<Key, Value>

    init(_ request: ChildrenRequest) {
        changes = TreeChanges(request)
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(base: changes.makeAsyncIterator())
    }

    /// A subscription to the snapshots.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: TreeChanges<Key, Value>.Iterator

        /// Returns the next state, with keys made in the caller's isolation; `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Children<Key, Value>? {
            try await base.next(isolation: actor)?.children
        }

        public nonisolated(nonsending) mutating func next() async throws -> Children<Key, Value>? {
            try await next(isolation: #isolation)
        }
    }
}

// MARK: - State

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
