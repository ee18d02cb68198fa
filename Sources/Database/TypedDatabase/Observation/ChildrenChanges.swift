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
