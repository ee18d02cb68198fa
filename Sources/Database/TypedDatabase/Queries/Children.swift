import TypedPaths

/// The children of one place, in the order of a query.
///
/// ```swift
/// let messages = try await database.children(of: room.messages).get()
/// messages.count
/// messages.last?.key
/// try messages.decoded()                                  // [Message]
/// ```
///
/// An immutable snapshot. Values are decoded when they are accessed.
public struct Children<Key: PathKey, Value> {
    private let nodes: SortedTree<ChildPosition, ChildNode>
    private let isReversed: Bool

    /// The keys, in order, that aren't of the key type: the type can't represent them, or not
    /// losslessly, such as `"007"` as an `Int`.
    public let invalidKeys: [String]

    /// Whether these are the children that an engine has kept, since it hasn't heard of the server
    /// yet. Engines that keep nothing have `false`.
    public internal(set) var isFromCache = false

    /// - Parameter nodes: nodes that were made for the same types.
    init(
        _ nodes: SortedTree<ChildPosition, ChildNode>, isReversed: Bool,
        invalidKeys: some Sequence<TreeKey>
    ) {
        self.nodes = nodes
        self.isReversed = isReversed
        let invalidKeys = invalidKeys.sorted().map(\.text)
        self.invalidKeys = isReversed ? invalidKeys.reversed() : invalidKeys
    }

    /// Makes a snapshot without children.
    public init() {
        self.init(SortedTree(), isReversed: false, invalidKeys: [])
    }
}

extension Children: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { nodes.count }
    /// The number of children.
    public var count: Int { nodes.count }

    /// The child at an offset, found in logarithmic time.
    public subscript(offset: Int) -> Child<Key, Value> {
        precondition(indices.contains(offset), "there are \(count) children, and none at \(offset)")
        return Child(nodes[offset: isReversed ? count - 1 - offset : offset].value)
    }

    public func makeIterator() -> Iterator {
        Iterator(children: self)
    }

    // The standard library's iterator isn't specialized for an app's types, and is noticeably
    // slower.
    public struct Iterator: IteratorProtocol {
        fileprivate let children: Children
        fileprivate var offset = 0

        public mutating func next() -> Child<Key, Value>? {
            guard offset < children.count else { return nil }
            defer { offset += 1 }
            return children[offset]
        }
    }
}

extension Children where Value: Decodable {
    /// Returns the values, in order. Throws at the first that can't be decoded.
    ///
    /// ```swift
    /// let messages = try await database.children(of: room.messages).get().decoded()
    /// ```
    public func decoded() throws -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for (_, node) in nodes { values.append(try Child<Key, Value>(node).value) }
        if isReversed { values.reverse() }
        return values
    }
}

extension Children: Equatable {
    /// Whether both have the same stored values at the same keys, in the same order.
    public static func == (a: Children, b: Children) -> Bool {
        a.elementsEqual(b) && a.invalidKeys == b.invalidKeys
    }
}

// Immutable, but for the decoded values, which are only accessed while a lock is held.
extension Children: @unchecked Sendable where Key: Sendable, Value: Sendable {}

extension Children: CustomStringConvertible {
    public var description: String { "{" + map(\.description).joined(separator: ", ") + "}" }
}
