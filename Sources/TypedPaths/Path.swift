/// The place of one value of type `Element` in a hierarchical database.
///
/// A path starts at the root, `Path()`, and goes down through members that a schema declares:
///
/// ```swift
/// let name = Path().chatroom("firechat").name  // Path<String>
/// name.rendered                                // "chatrooms/firechat/name"
/// ```
///
/// `Element` is the model stored there, or a type without values, such as `enum Chatroom {}`, whose
/// only purpose is to tell one place from another. It needs no conformances.
///
/// There is no way to make a path from a string: a path that compiles is in the schema.
/// Two paths are equal if they render as equal strings. Strings are equal however an accent is
/// composed, so two places whose keys differ only in that, which a database may have, are one here.
///
/// A schema may have children named `description`, `hashValue` or `rendered`. The child wins over
/// the property declared here, unless the context asks for the property's type. `"\(path)"` always
/// renders the path.
@frozen
public struct Path<Element>: PathProtocol {
    // A schema's member of the same name must win in every expression, so whatever a protocol
    // demands here is disfavoured, and declared where it would otherwise be synthesised.

    /// The keys from the root down, joined by `/`, with no `/` at either end.
    ///
    /// The root renders as `""`.
    @_disfavoredOverload
    public let rendered: String

    /// Makes the path of a location, which only ``append(_:_:)`` and its siblings can find.
    @inlinable
    public init(_ location: PathLocation) {
        rendered = location.rendered
    }

    /// The same as ``rendered``.
    @_disfavoredOverload
    @inlinable
    public var description: String { rendered }

    /// The hash value of ``rendered``.
    @_disfavoredOverload
    @inlinable
    public var hashValue: Int { rendered.hashValue }

    /// Hashes ``rendered``.
    @_disfavoredOverload
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rendered)
    }
}

extension Path {
    /// The place of a collection, in which every key leads to an `Element`.
    ///
    /// ```swift
    /// let messages = Path().chatroom("firechat").messages  // Path<Message>.Collection
    /// messages.child("m1").rendered                        // "chatrooms/firechat/messages/m1"
    /// ```
    @frozen
    public struct Collection: PathProtocol {
        /// The keys from the root down, joined by `/`, with no `/` at either end.
        public let rendered: String

        /// Makes the collection of a location, which only ``Path/append(_:_:)`` and its siblings
        /// can find.
        @inlinable
        public init(_ location: PathLocation) {
            rendered = location.rendered
        }

        /// The same as ``rendered``.
        @inlinable
        public var description: String { rendered }

        /// The path of the element with this key.
        ///
        /// Traps if the key is empty or contains `/`; see ``PathKey``.
        @_disfavoredOverload
        @inlinable
        public func child(_ key: some PathKey) -> Path<Element> {
            Path(PathLocation(rendered, key.pathKey))
        }

        /// The collection with this key, in a collection of collections.
        ///
        /// ```swift
        /// let userPosts = Path().userPosts        // Path<Path<Post>.Collection>.Collection
        /// userPosts.child("u1")                   // Path<Post>.Collection
        /// userPosts.child("u1").child("p1")       // Path<Post>
        /// ```
        ///
        /// Traps if the key is empty or contains `/`; see ``PathKey``.
        @inlinable
        public func child<T>(_ key: some PathKey) -> Path<T>.Collection
        where Element == Path<T>.Collection {
            Path<T>.Collection(PathLocation(rendered, key.pathKey))
        }
    }
}
