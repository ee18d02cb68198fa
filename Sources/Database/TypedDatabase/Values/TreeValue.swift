/// The value at a place in a database.
///
/// The tree has Firebase's semantics, in all engines. Nothing is `nil`: null, empty containers and
/// arrays don't exist; an array is children with the keys 0, 1, and so on.
public enum TreeValue: Sendable {
    case bool(Bool)
    case integer(Int64)

    /// A number that isn't an ``integer(_:)``: with a fraction, or out of the range of `Int64`.
    case double(Double)
    case string(String)

    /// Values by key; never empty.
    indirect case children(TreeChildren)
}

extension TreeValue {
    /// Returns a number as an integer if it is integral, since the tree doesn't tell `1.0` from
    /// `1`.
    ///
    /// A number that isn't finite can't be stored; writing it throws.
    public static func number(_ number: Double) -> TreeValue {
        Int64(exactly: number).map(TreeValue.integer) ?? .double(number)
    }

    /// Makes a value of children; `nil`, which is nothing, if they are empty.
    public init?(_ children: TreeChildren) {
        if children.isEmpty { return nil }
        self = .children(children)
    }

    /// The children; none if the value is a bool, a number or a string.
    public var children: TreeChildren {
        if case .children(let children) = self { return children }
        return TreeChildren()
    }
}

extension TreeValue: Hashable {
    /// Whether two values are the same to the byte: `"é"` differs from `"e"` and an accent.
    public static func == (a: TreeValue, b: TreeValue) -> Bool {
        switch (a, b) {
        case (.bool(let x), .bool(let y)): x == y
        case (.integer(let x), .integer(let y)): x == y
        case (.double(let x), .double(let y)): x == y
        case (.string(let x), .string(let y)): UTF16Order.areEqual(x, y)
        case (.children(let x), .children(let y)): x == y
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .children(let value): hasher.combine(value)
        }
    }
}

// MARK: - Places below

extension TreeValue? {
    /// The value at a place below this one. Setting it below a scalar replaces the scalar by
    /// children.
    public subscript(place: TreePlace) -> TreeValue? {
        get {
            if case .children(let children)? = self, let packed = children.packed {
                return packed[place.keys[...]] ?? (place.keys.isEmpty ? self : nil)
            }
            return place.keys.reduce(self) { value, key in value?.children[key] }
        }
        set {
            set(newValue, at: place.keys[...])
        }
    }

    /// Setting a place below a scalar replaces it by children; setting it to `nil` is a no-op.
    private mutating func set(_ value: TreeValue?, at keys: ArraySlice<TreeKey>) {
        guard let key = keys.first else {
            self = value
            return
        }
        var children = TreeChildren()
        if case .children(let existing) = self {
            // Releases this reference, so that the children are changed in place.
            children = existing
            self = nil
        } else if value == nil {
            return
        }
        var child = keys.count > 1 ? children.take(key) : nil
        child.set(value, at: keys.dropFirst())
        children[key] = child
        self = TreeValue(children)
    }
}

extension TreeValue: CustomStringConvertible {
    /// The value as JSON with its children in order, for people to read.
    public var description: String {
        switch self {
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value.debugDescription
        case .children(let children): "\(children)"
        }
    }
}

extension TreeValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral
{
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes children by key. Of equal keys the last wins.
    public init(dictionaryLiteral elements: (TreeKey, TreeValue)...) {
        self = .children(TreeChildren(elements))
    }
}
