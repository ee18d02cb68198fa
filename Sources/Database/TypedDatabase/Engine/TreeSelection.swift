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

// MARK: - Selecting

extension TreeSelection {
    /// Returns the position of a child in the order.
    package func position(of key: TreeKey, _ value: TreeValue) -> ChildPosition {
        switch order {
        case .key: ChildPosition(value: nil, key: key)
        case .value: ChildPosition(value: value, key: key)
        case .child(let place): ChildPosition(value: TreeValue?(value)[place], key: key)
        }
    }

    /// Whether a position is within both bounds.
    package func contains(_ position: ChildPosition) -> Bool {
        if let lower {
            let difference = position.difference(to: lower.position)
            if difference < 0 || difference == 0 && !lower.isInclusive { return false }
        }
        if let upper {
            let difference = position.difference(to: upper.position)
            if difference > 0 || difference == 0 && !upper.isInclusive { return false }
        }
        return true
    }

    /// Returns the selected ones of some children, in order.
    ///
    /// For engines that have all children in memory. An order by key takes time proportional to the
    /// number of selected children; other orders sort all children.
    public func select(from children: TreeChildren) -> [(key: TreeKey, value: TreeValue)] {
        if let range = keyRange(in: children) {
            if range.isEmpty { return [] }
            let first = children[offset: range.lowerBound].key
            return Array(children.children(from: first).prefix(range.count))
        }
        var selected = children.map { (position(of: $0.key, $0.value), $0) }
            .filter { contains($0.0) }
        selected.sort { $0.0 < $1.0 }
        let elements = selected.map(\.1)
        return switch limit {
        case .first(let count)?: Array(elements.prefix(count))
        case .last(let count)?: Array(elements.suffix(count))
        case nil: elements
        }
    }

    /// Returns the offsets of the selected children, if the order and the bounds are by key.
    private func keyRange(in children: TreeChildren) -> Range<Int>? {
        guard order == .key else { return nil }
        var (start, end) = (0, children.count)
        if let lower {
            guard case .key(let key) = lower.position else { return nil }
            start = children.offset(of: key)
            if !lower.isInclusive, children[key] != nil { start += 1 }
        }
        if let upper {
            guard case .key(let key) = upper.position else { return nil }
            end = children.offset(of: key)
            if upper.isInclusive, children[key] != nil { end += 1 }
        }
        guard start < end else { return 0..<0 }
        switch limit {
        case .first(let count)?: end = min(count, end - start) + start
        case .last(let count)?: start = end - min(count, end - start)
        case nil: break
        }
        return start..<end
    }

    /// Returns the selected part of a value. A scalar has no children, so only `.all` selects it.
    public func select(from value: TreeValue?) -> TreeValue? {
        guard self != .all, let value else { return value }
        return TreeValue(TreeChildren(select(from: value.children).map { ($0.key, $0.value) }))
    }
}

// MARK: - Positions

/// The position of a child among others: by the value that orders them, then by key.
package struct ChildPosition: Hashable, Comparable, Sendable {
    let value: TreeValue?
    let key: TreeKey

    package static func < (a: ChildPosition, b: ChildPosition) -> Bool {
        let difference = TreeValue.difference(a.value, b.value)
        return difference == 0 ? a.key < b.key : difference < 0
    }

    package static func == (a: ChildPosition, b: ChildPosition) -> Bool {
        a.key == b.key && TreeValue.difference(a.value, b.value) == 0
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }

    /// Returns a negative number if this comes before a bound's position, a positive one if after
    /// it, and 0 if it is at it.
    func difference(to other: TreePosition) -> Int {
        let otherKey: TreeKey?
        switch other {
        case .key(let key): otherKey = key
        case .value(let otherValue, let key):
            let difference = TreeValue.difference(value, otherValue)
            if difference != 0 { return difference }
            otherKey = key
        }
        guard let otherKey, key != otherKey else { return 0 }
        return key < otherKey ? -1 : 1
    }
}

/// The first part of the comparison of two positions: their values' kinds and nearest doubles.
///
/// A sort of positions by numbers needs no more, and takes a fraction of the time, since comparing
/// ranks retains nothing.
struct PositionRank {
    private let kind: Int
    private let number: Double

    init(_ position: ChildPosition) {
        kind = TreeValue.rank(position.value)
        switch position.value {
        case .integer(let integer)?: number = Double(integer)
        case .double(let double)?: number = double
        default: number = 0
        }
    }

    /// Returns whether one position comes before another; `nil` if the ranks don't tell.
    static func isAscending(_ a: PositionRank, _ b: PositionRank) -> Bool? {
        if a.kind != b.kind { return a.kind < b.kind }
        return a.number == b.number ? nil : a.number < b.number
    }
}
