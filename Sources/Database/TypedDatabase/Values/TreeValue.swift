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

// MARK: - Order

extension TreeValue {
    /// Returns a negative number if `a` comes before `b` in an order by value, a positive one if
    /// after, and 0 if they are equal.
    ///
    /// Nothing < `false` < `true` < numbers < strings (by UTF-16 code units) < children, whose
    /// contents are ignored.
    static func difference(_ a: TreeValue?, _ b: TreeValue?) -> Int {
        switch (a, b) {
        case (.integer(let x)?, .integer(let y)?):
            x < y ? -1 : x == y ? 0 : 1
        case (.double(let x)?, .double(let y)?):
            x < y ? -1 : x == y ? 0 : 1
        case (.integer(let x)?, .double(let y)?):
            -difference(y, x)
        case (.double(let x)?, .integer(let y)?):
            difference(x, y)
        case (.string(let x)?, .string(let y)?):
            UTF16Order.difference(x, y)
        default:
            rank(a) - rank(b)
        }
    }

    /// Compares without rounding the integer, which may have more digits than a double.
    private static func difference(_ x: Double, _ y: Int64) -> Int {
        if x >= 0x1p63 { return 1 }
        if x < -0x1p63 { return -1 }
        let floor = Int64(x.rounded(.down))
        if floor != y { return floor < y ? -1 : 1 }
        return x > x.rounded(.down) ? 1 : 0
    }

    /// Returns the rank of a value's kind in that order.
    static func rank(_ value: TreeValue?) -> Int {
        switch value {
        case nil: 0
        case .bool(false)?: 1
        case .bool(true)?: 2
        case .integer?, .double?: 3
        case .string?: 4
        case .children?: 5
        }
    }
}

// MARK: - Coding

/// The coding of values without a type.
///
/// ```swift
/// let raw = try await database.value(at: room, as: TreeValue.self)
/// ```
///
/// Other coders store a value like JSON: scalars, and children by key. Arrays from them are read as
/// children with the keys 0, 1, and so on; null and empty containers are nothing.
extension TreeValue: Codable {
    public func encode(to encoder: any Encoder) throws {
        if case .children(let children) = self {
            var container = encoder.container(keyedBy: TreeCodingKey.self)
            for (key, child) in children {
                try container.encode(child, forKey: TreeCodingKey(key))
            }
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .children: break
        }
    }

    /// Throws for null and empty containers, which aren't values.
    public init(from decoder: any Decoder) throws {
        guard let value = try DecodedTree(from: decoder).value else {
            throw DecodingError.valueNotFound(
                Self.self,
                .init(codingPath: decoder.codingPath, debugDescription: "There is nothing here."))
        }
        self = value
    }
}

/// A decoded value; `nil` for null and empty containers.
private struct DecodedTree: Decodable {
    let value: TreeValue?

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: TreeCodingKey.self) {
            let children = try container.allKeys.compactMap { key in
                try container.decode(DecodedTree.self, forKey: key).value
                    .map { (TreeKey(key.stringValue), $0) }
            }
            value = TreeValue(TreeChildren(children))
        } else if var container = try? decoder.unkeyedContainer() {
            var children = TreeChildren()
            while !container.isAtEnd {
                let key = TreeKey("\(container.currentIndex)")
                children[key] = try container.decode(DecodedTree.self).value
            }
            value = TreeValue(children)
        } else {
            value = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> TreeValue? {
        if container.decodeNil() { return nil }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int64.self) { return .integer(value) }
        if let value = try? container.decode(Double.self) { return .number(value) }
        return .string(try container.decode(String.self))
    }
}
