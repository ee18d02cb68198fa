import TypedPaths

/// The changes of a query's children since the last ones.
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
/// Made one after the other, in this order, they lead from the children before to ``children``. First
/// come all that are removed, then all that are added, moved, and changed, each in the order of the
/// query. They are of one commit or of several; a batch is never seen in part.
public struct ChildrenChanges<Key: PathKey, Value> {
    private let changes: [NodeChange]

    /// All children, after the changes.
    public let children: Children<Key, Value>

    /// - Parameter changes: of nodes that were made for the same types.
    init(_ changes: [NodeChange], children: Children<Key, Value>) {
        self.changes = changes
        self.children = children
    }

    /// One change. Offsets count from where the query begins, and are as of this change.
    public enum Element {
        /// A child that is gone, or is no longer selected, as it was.
        case removed(Child<Key, Value>, at: Int)

        /// A child that is new, or newly selected.
        case added(Child<Key, Value>, at: Int)

        /// A child that is in another place: `to` is its offset once it has been taken out. A change
        /// of the same child follows, since it is its value that has moved it.
        case moved(Child<Key, Value>, from: Int, to: Int)

        /// A child with another value.
        case changed(Child<Key, Value>, at: Int)
    }

    /// Makes the changes to an array that has the children before.
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

    public subscript(offset: Int) -> Element {
        switch changes[offset] {
        case .removed(let node, let offset): .removed(Child(node), at: offset)
        case .added(let node, let offset): .added(Child(node), at: offset)
        case .moved(let node, let from, let to): .moved(Child(node), from: from, to: to)
        case .changed(let node, let offset): .changed(Child(node), at: offset)
        }
    }
}

// Nothing in it changes, but for the decoded values, which are only touched while a lock is held.
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
