import TypedPaths

/// Children of one place, in the order of a query.
///
/// ```swift
/// let messages = try await database.children(of: room.messages).get()
/// messages.count
/// messages.last?.key
/// try messages.decoded()                                  // [Message]
/// ```
///
/// A state of the place that doesn't change any more. Values are decoded when they are asked for.
public struct Children<Key: PathKey, Value> {
    typealias Tree = SortedTree<ChildPosition, Child<Key, Value>>

    private let tree: Tree
    private let isReversed: Bool

    /// The keys, in order, of what is there and is no child: those that aren't of the key type, or
    /// that it doesn't give back as the same text, such as `"007"` as an `Int`.
    public let invalidKeys: [String]

    init(_ tree: Tree, isReversed: Bool, invalidKeys: [String]) {
        self.tree = tree
        self.isReversed = isReversed
        self.invalidKeys = invalidKeys
    }

    /// No children.
    public init() {
        self.init(Tree(), isReversed: false, invalidKeys: [])
    }
}

extension Children: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { tree.count }

    /// The child at an offset, in a time that grows with the logarithm of the count.
    public subscript(offset: Int) -> Child<Key, Value> {
        precondition(indices.contains(offset), "there are \(count) children, and none at \(offset)")
        return tree[offset: isReversed ? count - 1 - offset : offset].value
    }
}

extension Children: Equatable {
    /// Whether the same is stored under the same keys, in the same order.
    public static func == (a: Children, b: Children) -> Bool {
        a.elementsEqual(b) && a.invalidKeys == b.invalidKeys
    }
}

extension Children: Sendable where Key: Sendable, Value: Sendable {}

extension Children: CustomStringConvertible {
    public var description: String { "{" + map(\.description).joined(separator: ", ") + "}" }
}
