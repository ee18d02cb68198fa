/// Which children of a place are asked for: an order, two bounds, and a limit.
public struct TreeSelection: Hashable, Sendable {
    public var order: Order
    public var lower: Bound?
    public var upper: Bound?
    public var limit: Limit?

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

    /// Whether bounds or a limit can leave children out.
    package var isCut: Bool { lower != nil || upper != nil || limit != nil }

    /// An order of children. Those of equal value are ordered by key.
    public enum Order: Hashable, Sendable {
        case key
        case value

        /// The value at a place below each child. Children without it come first.
        case child(TreePlace)
    }

    /// An end of the range that is asked for.
    public struct Bound: Hashable, Sendable {
        public var position: TreePosition
        public var isInclusive: Bool

        public init(_ position: TreePosition, isInclusive: Bool) {
            self.position = position
            self.isInclusive = isInclusive
        }
    }

    /// How many children are asked for, from an end of the range. At least one.
    public enum Limit: Hashable, Sendable {
        case first(Int)
        case last(Int)
    }
}

/// A position in an order of children: before, at, or after each of them.
public enum TreePosition: Hashable, Sendable {
    /// In an order by key: the position of this key, whether there is such a child or not.
    case key(TreeKey)

    /// In another order: the position of a child with this value and key. Without a key it is that of
    /// all children with the value, so that a bound includes or excludes all of them.
    ///
    /// The value can have children, whose contents don't matter: a page may end at such a child.
    case value(TreeValue?, TreeKey?)
}
