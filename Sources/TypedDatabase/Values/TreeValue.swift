/// The value at a place in a database.
///
/// The tree has Firebase's semantics, in every engine alike. Nothing is `nil`: there is no null, no
/// empty container and no array, which is children with the keys 0, 1, and so on.
public enum TreeValue: Sendable {
    case bool(Bool)
    case integer(Int64)

    /// A number that is no ``integer(_:)``: one with a fraction, or out of an `Int64`'s range.
    case double(Double)
    case string(String)

    /// Values by key; never empty.
    indirect case children(TreeChildren)
}

extension TreeValue {
    /// A number. If it is integral, it is the integer, since the tree doesn't tell `1.0` from `1`.
    ///
    /// A number that isn't finite has no place in a database; writing it throws.
    public static func number(_ number: Double) -> TreeValue {
        Int64(exactly: number).map(TreeValue.integer) ?? .double(number)
    }

    /// The children as a value: `nil`, which is nothing, if there are none.
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
    /// The value at a place below this one.
    public subscript(place: TreePlace) -> TreeValue? {
        get {
            place.keys.reduce(self) { value, key in value?.children[key] }
        }
        set {
            set(newValue, at: place.keys[...])
        }
    }

    /// Writing below a scalar replaces it by children; writing nothing there changes nothing.
    private mutating func set(_ value: TreeValue?, at keys: ArraySlice<TreeKey>) {
        guard let key = keys.first else {
            self = value
            return
        }
        var children = TreeChildren()
        if case .children(let existing) = self {
            // Gives up this reference, so that the children can be changed in place.
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
    /// The value as JSON has it, children in order, for people to read.
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

    /// Children by key. Of equal keys the last wins.
    public init(dictionaryLiteral elements: (TreeKey, TreeValue)...) {
        self = .children(TreeChildren(elements))
    }
}
