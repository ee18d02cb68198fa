/// A ``Path/Collection`` or a ``Path/KeyedCollection``, for code that is generic over them.
///
/// ```swift
/// func firstKey<C: CollectionPath>(of collection: C) async throws -> C.Key? { … }
/// ```
public protocol CollectionPath<Value, Key>: PathProtocol {
    /// The type at each key: a model, a phantom type, or another collection.
    associatedtype Value

    /// The type of the keys: `String`, unless the schema says otherwise.
    associatedtype Key: PathKey
}

extension CollectionPath {
    /// Returns the path of the element with this key.
    ///
    /// Traps if the key is empty or contains `/`; see ``PathKey``.
    @_disfavoredOverload
    @inlinable
    public func child(_ key: Key) -> Path<Value> {
        Path(PathLocation(rendered, key.pathKey))
    }

    /// Returns the collection with this key, in a collection of collections of either kind.
    ///
    /// Traps if the key is empty or contains `/`; see ``PathKey``.
    @inlinable
    public func child(_ key: Key) -> Value where Value: CollectionPath {
        Value(PathLocation(rendered, key.pathKey))
    }
}

extension CollectionPath {
    // Unavailable calls, declared so that the compiler suggests the right ones.

    @_disfavoredOverload
    @available(
        *, unavailable,
        message:
            "an element has an accessor in the singular, user(_:) for users, and is at child(_:)"
    )
    public func callAsFunction(_ key: some PathKey) -> Path<Value> {
        fatalError()
    }

    @available(
        *, unavailable,
        message:
            "an element has an accessor in the singular, user(_:) for users, and is at child(_:)"
    )
    public func callAsFunction(_ key: some PathKey) -> Value where Value: CollectionPath {
        fatalError()
    }
}
