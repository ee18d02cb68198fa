import Foundation
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

// MARK: - One child

/// An element of a collection: its key, its path, and its value.
///
/// ```swift
/// for message in try await database.children(of: room.messages).get() {
///     print(message.key, try message.value.text)          // key: MessageID, value: Message
///     try await database.remove(at: message.path)         // Path<Message>
/// }
/// ```
///
/// Reading an element never fails: only ``value`` throws, if it can't be decoded. So one bad
/// element doesn't hide the others.
public struct Child<Key: PathKey, Value> {
    let node: TypedChildNode<Key, Value>

    init(_ node: TypedChildNode<Key, Value>) {
        self.node = node
    }

    /// Makes the child of a node that was made for the same types.
    init(_ node: ChildNode) {
        guard let typed = node as? TypedChildNode<Key, Value> else {
            preconditionFailure("the child \(node.key) was made for other types")
        }
        self.init(typed)
    }
}

extension Child {
    /// The key, of the collection's key type.
    public var key: Key { node.typedKey }

    /// The element's path: the result of `child(key)` of the collection.
    @_disfavoredOverload
    public var path: Path<Value> { Path(node.place) }

    /// Returns the value, decoded as a given type. It isn't kept.
    ///
    /// ```swift
    /// let raw = try child.decoded(as: TreeValue.self)
    /// ```
    public func decoded<Other: Decodable>(as type: Other.Type) throws -> Other {
        try node.decoded(as: type)
    }
}

extension Child where Value: CollectionPath {
    /// The path of the inner collection, in a collection of collections.
    public var path: Value { Value(node.place) }
}

extension Child where Value: Decodable {
    /// The value, decoded at the first access, and kept.
    ///
    /// Throws a `DecodingError`, whose path is the one in the database, if the value isn't of the
    /// type.
    public var value: Value {
        get throws { try node.decodedValue() }
    }
}

extension Child: Identifiable {
    /// The key, compared by its bytes, as the database does.
    ///
    /// Swift takes `"é"` for equal to `"e"` with an accent, so that two rows of a list can have
    /// equal ``key``s where these are `String`s.
    public var id: TreeKey { node.key }
}

extension Child: Equatable {
    /// Whether two children have the same key and the same stored value, to the byte.
    public static func == (a: Child, b: Child) -> Bool {
        a.node === b.node || a.node.key == b.node.key && a.node.value == b.node.value
    }
}

// Immutable, but for the decoded value, which is only accessed while a lock is held.
extension Child: @unchecked Sendable where Key: Sendable, Value: Sendable {}

extension Child: CustomStringConvertible {
    public var description: String { "\(node.key): \(node.value)" }
}

// MARK: - Several

extension Sequence {
    /// Returns the values of children, in order. Throws at the first that can't be decoded.
    ///
    /// ```swift
    /// let messages = try await database.children(of: room.messages).get().decoded()
    /// ```
    public func decoded<Key, Value: Decodable>() throws -> [Value]
    where Element == Child<Key, Value> {
        try map { try $0.value }
    }

    /// Returns the values of those children that can be decoded, in order.
    ///
    /// ```swift
    /// let messages = children.decoded { child, error in log("\(child.path): \(error)") }
    /// ```
    ///
    /// - Parameter report: called with each child that fails to decode, and the error.
    public func decoded<Key, Value: Decodable>(
        onError report: (Child<Key, Value>, any Error) throws -> Void
    ) rethrows -> [Value] where Element == Child<Key, Value> {
        var values: [Value] = []
        for child in self {
            do {
                values.append(try child.value)
            } catch {
                try report(child, error)
            }
        }
        return values
    }
}

// MARK: - Keys only

/// The keys of children, in the order of a query.
///
/// ```swift
/// let keys = try await database.keys(of: Path().users)    // of UserID
/// if let first = keys.first { … }
/// ```
public struct ChildKeys<Key: PathKey> {
    private var keys: [Key] = []

    /// The keys, in order, that aren't of the key type: the type can't represent them, or not
    /// losslessly.
    public private(set) var invalidKeys: [String] = []

    init(_ keys: [TreeKey]) {
        // A string has any text, and converting all of them at once is several times faster.
        if Key.self == String.self, let texts = identical(keys.map(\.text), as: [Key].self) {
            self.keys = texts
            return
        }
        for key in keys {
            if let typed = Key(key) {
                self.keys.append(typed)
            } else {
                invalidKeys.append(key.text)
            }
        }
    }
}

extension ChildKeys: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { keys.count }

    /// The key at an offset.
    public subscript(offset: Int) -> Key { keys[offset] }

    /// Gives the keys' memory, so that an array of them is made at once.
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<Key>) throws -> Result
    ) rethrows -> Result? {
        try keys.withContiguousStorageIfAvailable(body)
    }
}

extension ChildKeys: Sendable where Key: Sendable {}
extension ChildKeys: Equatable where Key: Equatable {}

// MARK: - Nodes

/// The context that the children of one place share.
final class ChildSource: Sendable {
    let parent: TreePlace

    /// The context in which all children are decoded.
    fileprivate let context: CodingContext

    /// Guards the decoded values of all children: a single lock, since children can be many.
    fileprivate let lock = NSLock()

    init(parent: TreePlace, of element: Any.Type, decoder: TreeDecoder) {
        self.parent = parent
        context = CodingContext(
            decoder.coding, parent, decoder.separateChildren, element: element)
    }
}

/// A child as it is stored.
///
/// The class isn't generic, and neither is the code that keeps children in order: that is many
/// times faster for an app's own types.
class ChildNode {
    let key: TreeKey
    let value: TreeValue
    fileprivate let source: ChildSource

    fileprivate init(_ key: TreeKey, _ value: TreeValue, _ source: ChildSource) {
        self.key = key
        self.value = value
        self.source = source
    }

    /// Returns the same child with another value.
    func with(_ value: TreeValue) -> ChildNode {
        ChildNode(key, value, source)
    }

    var place: TreePlace { source.parent.appending(key) }

    func decoded<Other: Decodable>(as type: Other.Type) throws -> Other {
        try DecodingNode(value, childKey: key, source.context).decode(type)
    }
}

/// A child with its typed key, and its value once it has been decoded.
final class TypedChildNode<Key: PathKey, Value>: ChildNode {
    let typedKey: Key
    private var decoded: Value?

    required init(_ typedKey: Key, _ key: TreeKey, _ value: TreeValue, _ source: ChildSource) {
        self.typedKey = typedKey
        super.init(key, value, source)
    }

    override func with(_ value: TreeValue) -> ChildNode {
        TypedChildNode(typedKey, key, value, source)
    }

    /// Returns the value, which is decoded by the first call.
    ///
    /// The lock isn't held while decoding: a model's own code may access another child's value.
    func decodedValue() throws -> Value where Value: Decodable {
        source.lock.lock()
        if let decoded {
            source.lock.unlock()
            return decoded
        }
        source.lock.unlock()
        let value = try decoded(as: Value.self)
        source.lock.lock()
        defer { source.lock.unlock() }
        if let decoded { return decoded }
        decoded = value
        return value
    }
}

extension ChildSource {
    /// Returns the node of a child; `nil` if its key isn't of the type.
    func node<Key: PathKey, Value>(
        _ keys: Key.Type, _ values: Value.Type
    ) -> (TreeKey, TreeValue) -> ChildNode? {
        // Looked up once, not for each node.
        let type = TypedChildNode<Key, Value>.self
        // A string has any text.
        if Key.self == String.self {
            return { type.init(same($0.text, as: Key.self), $0, $1, self) }
        }
        return { key, value in
            guard let typedKey = Key(key) else { return nil }
            return type.init(typedKey, key, value, self)
        }
    }
}
