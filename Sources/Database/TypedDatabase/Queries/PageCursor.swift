/// The end of a page, where the next one begins.
///
/// ```swift
/// let page = try await query.page(of: 50)
/// let text = try JSONEncoder().encode(page.cursor)         // to a client, and back later
/// let next = try await query.page(of: 50, after: page.cursor)
/// ```
///
/// A cursor is a position in the order of its query, not a count: it stays valid when children come
/// and go, even when its own child is removed. It may come from an untrusted client: a query with
/// another order, or with bounds that exclude it, refuses it.
public struct PageCursor: Hashable, Sendable, Codable {
    /// The query's order, as Firebase writes it.
    private let order: String
    private let key: String
    private let value: TreeValue?

    init(_ position: ChildPosition, in order: TreeSelection.Order) {
        self.order = order.name
        key = position.key.text
        // The order ignores the contents of a value with children.
        if case .children? = position.value {
            value = ["children": true]
        } else {
            value = position.value
        }
    }

    /// Returns the position, unless the cursor is of another order.
    func position(in order: TreeSelection.Order) -> ChildPosition? {
        guard self.order == order.name, order != .key || value == nil else { return nil }
        return ChildPosition(value: value, key: TreeKey(key))
    }
}

extension TreeSelection.Order {
    fileprivate var name: String {
        switch self {
        case .key: "$key"
        case .value: "$value"
        case .child(let place): place.description
        }
    }

    /// Returns the bound at a position.
    func bound(at position: ChildPosition) -> TreeSelection.Bound {
        TreeSelection.Bound(
            self == .key ? .key(position.key) : .value(position.value, position.key),
            isInclusive: true)
    }
}
