import TypedPaths

/// An element of a collection: its key, where it is, and its value.
///
/// ```swift
/// for message in try await database.children(of: room.messages).get() {
///     print(message.key, try message.value.text)          // key: MessageID, value: Message
///     try await database.remove(at: message.path)         // Path<Message>
/// }
/// ```
///
/// Reading an element never fails: only ``value`` throws, if what is there is no such value. So one bad
/// element doesn't hide the others.
public struct Child<Key: PathKey, Value> {
    let node: TypedChildNode<Key, Value>

    init(_ node: TypedChildNode<Key, Value>) {
        self.node = node
    }

    /// The child of a node that was made for the same types.
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

    /// Where the element is: what `child(key)` of the collection gives.
    @_disfavoredOverload
    public var path: Path<Value> { Path(node.place) }

    /// What is there, read as a type that you say. It isn't kept.
    ///
    /// ```swift
    /// let raw = try child.decoded(as: TreeValue.self)
    /// ```
    public func decoded<Other: Decodable>(as type: Other.Type) throws -> Other {
        try node.decoded(as: type)
    }
}

extension Child where Value: CollectionPath {
    /// Where the inner collection is, in a collection of collections.
    public var path: Value { Value(node.place) }
}

extension Child where Value: Decodable {
    /// The value, decoded when it is first asked for, and kept.
    ///
    /// Throws a `DecodingError` if what is there is no such value: its path is that in the database.
    public var value: Value {
        get throws { try node.decodedValue() }
    }
}

extension Child: Identifiable {
    /// The key by its bytes, as the database tells keys apart.
    ///
    /// Swift takes `"é"` for `"e"` with an accent, so that ``key``, where it is a `String`, is equal for
    /// two rows of a list that are two.
    public var id: TreeKey { node.key }
}

extension Child: Equatable {
    /// Whether two children have the same key and the same is stored there, to the byte.
    public static func == (a: Child, b: Child) -> Bool {
        a.node === b.node || a.node.key == b.node.key && a.node.value == b.node.value
    }
}

// Nothing in it changes, but for the decoded value, which is only touched while a lock is held.
extension Child: @unchecked Sendable where Key: Sendable, Value: Sendable {}

extension Child: CustomStringConvertible {
    public var description: String { "\(node.key): \(node.value)" }
}

// MARK: - Several

extension Sequence {
    /// The values of children, in order. Throws at the first that is no such value.
    ///
    /// ```swift
    /// let messages = try await database.children(of: room.messages).get().decoded()
    /// ```
    public func decoded<Key, Value: Decodable>() throws -> [Value]
    where Element == Child<Key, Value> {
        try map { try $0.value }
    }

    /// The values of those children that can be decoded, in order.
    ///
    /// ```swift
    /// let messages = children.decoded { child, error in log("\(child.path): \(error)") }
    /// ```
    ///
    /// - Parameter report: is told of each of the others, and why.
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
