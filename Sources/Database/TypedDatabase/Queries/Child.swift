import TypedPaths

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
