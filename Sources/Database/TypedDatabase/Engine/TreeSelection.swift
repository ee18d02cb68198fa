/// A selection of a place's children: an order, two bounds, and a limit.
public struct TreeSelection: Hashable, Sendable {
    /// The order of the children.
    public var order: Order
    /// The bound at the start of the order; `nil` for none.
    public var lower: Bound?
    /// The bound at the end of the order; `nil` for none.
    public var upper: Bound?
    /// The number of children to select; `nil` for all within the bounds.
    public var limit: Limit?

    /// Makes a selection; by default, of all children by key.
    public init(
        order: Order = .key, lower: Bound? = nil, upper: Bound? = nil, limit: Limit? = nil
    ) {
        self.order = order
        self.lower = lower
        self.upper = upper
        self.limit = limit
    }

    /// All children, by key.
    public static let all = TreeSelection()

    /// Whether bounds or a limit can exclude children.
    package var isCut: Bool { lower != nil || upper != nil || limit != nil }

    /// An order of children. Those of equal value are ordered by key.
    public enum Order: Hashable, Sendable {
        case key
        case value

        /// The value at a place below each child. Children without it come first.
        case child(TreePlace)
    }

    /// An end of the selected range.
    public struct Bound: Hashable, Sendable {
        /// The bound's position in the order.
        public var position: TreePosition
        /// Whether the children at the position are selected.
        public var isInclusive: Bool

        /// Makes a bound.
        public init(_ position: TreePosition, isInclusive: Bool) {
            self.position = position
            self.isInclusive = isInclusive
        }
    }

    /// The maximum number of children, counted from an end of the range. At least one.
    public enum Limit: Hashable, Sendable {
        case first(Int)
        case last(Int)
    }
}

/// A position in an order of children: before, at, or after each of them.
public enum TreePosition: Hashable, Sendable {
    /// In an order by key: the position of this key, whether that exists or not.
    case key(TreeKey)

    /// In another order: the position of a child with this value and key. Without a key, it is the
    /// position of all children with the value, so that a bound includes or excludes all of them.
    ///
    /// The value can have children, whose contents are ignored: a page may end at such a child.
    case value(TreeValue?, TreeKey?)
}
