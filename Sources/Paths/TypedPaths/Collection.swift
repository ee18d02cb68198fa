extension Path {
    /// The path of a collection, in which every key leads to an `Element`.
    ///
    /// ```swift
    /// let messages = Path().chatroom("firechat").messages  // Path<Message>.Collection
    /// messages.child("m1").rendered                        // "chatrooms/firechat/messages/m1"
    /// ```
    ///
    /// Its keys are strings. Where a schema gives them a type, the collection is a
    /// ``KeyedCollection``.
    @frozen
    public struct Collection: CollectionPath, Sendable {
        public typealias Value = Element
        public typealias Key = String

        /// The keys from the root down, joined by `/`, with no `/` at either end.
        public let rendered: String

        /// Makes the collection of a location. Only ``Path/append(_:_:)`` and its overloads make
        /// locations.
        @inlinable
        public init(_ location: PathLocation) {
            rendered = location.rendered
        }

        /// Returns the path of the element with this key, which may be of any key type.
        ///
        /// Traps if the key is empty or contains `/`; see ``PathKey``.
        @_disfavoredOverload
        @inlinable
        public func child(_ key: some PathKey) -> Path<Element> {
            Path(PathLocation(rendered, key.pathKey))
        }

        /// Returns the collection with this key, in a collection of collections.
        ///
        /// ```swift
        /// let userPosts = Path().userPosts        // Path<Path<Post>.Collection>.Collection
        /// userPosts.child("u1")                   // Path<Post>.Collection
        /// userPosts.child("u1").child("p1")       // Path<Post>
        /// ```
        ///
        /// Traps if the key is empty or contains `/`; see ``PathKey``.
        @inlinable
        public func child(_ key: some PathKey) -> Element where Element: CollectionPath {
            Element(PathLocation(rendered, key.pathKey))
        }
    }

    /// The path of a collection whose keys have a type of their own.
    ///
    /// ```swift
    /// let users = Path().users             // Path<User>.KeyedCollection<UserID>
    /// users.child(UserID(rawValue: "u1"))  // Path<User>
    /// users.child(PostID(rawValue: "p1"))  // error: cannot convert value of type 'PostID' to
    ///                                      // expected argument type 'UserID'
    /// ```
    @frozen
    public struct KeyedCollection<Key: PathKey>: CollectionPath, Sendable {
        public typealias Value = Element

        /// The keys from the root down, joined by `/`, with no `/` at either end.
        public let rendered: String

        /// Makes the collection of a location. Only ``Path/append(_:_:)`` and its overloads make
        /// locations.
        @inlinable
        public init(_ location: PathLocation) {
            rendered = location.rendered
        }
    }
}

// MARK: - Either kind

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
