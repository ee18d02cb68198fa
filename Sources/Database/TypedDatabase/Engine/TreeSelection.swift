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

// MARK: - The Realtime Database

extension TreeSelection {
    /// The selection that the Realtime Database is asked for, from whose children others may have to
    /// be removed.
    ///
    /// REST's documentation has no exclusive bounds. They are only requested if all children of a
    /// value are excluded, which inclusive ones can't express. Other bounds are inclusive, and the
    /// limit has room for the child at the bound. All children are requested if no bound or limit
    /// can exclude any, or if JSON can't express a bound.
    package var requested: TreeSelection {
        let bounds = [lower, upper].compactMap(\.self)
        guard isCut, !bounds.contains(where: \.position.hasChildren) else { return .all }
        var requested = self
        var excludedCount = 0
        for bound in [\TreeSelection.lower, \TreeSelection.upper] {
            guard let position = self[keyPath: bound]?.position, position.isOneChild,
                self[keyPath: bound]?.isInclusive == false
            else { continue }
            requested[keyPath: bound]?.isInclusive = true
            excludedCount += 1
        }
        switch limit {
        case .first(let count)?: requested.limit = .first(Self.adding(excludedCount, to: count))
        case .last(let count)?: requested.limit = .last(Self.adding(excludedCount, to: count))
        case nil: break
        }
        return requested
    }

    /// A saturating sum: no place has as many children as the greatest count.
    private static func adding(_ other: Int, to count: Int) -> Int {
        min(count, Int(Int32.max) - other) + other
    }
}

extension TreePosition {
    /// Whether the position is that of one child at most.
    fileprivate var isOneChild: Bool {
        switch self {
        case .key, .value(_, _?): true
        case .value(_, nil): false
        }
    }

    /// Whether the position is that of a value with children.
    fileprivate var hasChildren: Bool {
        if case .value(.children?, _) = self { true } else { false }
    }
}
