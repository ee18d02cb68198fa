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
/// A path can't be made from a string: a path that compiles is in the schema. Two paths are equal
/// if they render as equal strings. Swift ignores how an accent is composed, so two keys that
/// differ only in that, which a database may have, make equal paths.
///
/// A schema may have children named `description`, `hashValue` or `rendered`. The child wins over
/// the property declared here, unless the context asks for the property's type. `"\(path)"` always
/// renders the path.
@frozen
public struct Path<Element>: PathProtocol, Sendable {
    // A schema's member of the same name must win in every expression, so whatever a protocol
    // demands here is disfavoured, and declared where it would otherwise be synthesised.

    /// The keys from the root down, joined by `/`, with no `/` at either end.
    ///
    /// The root renders as `""`.
    @_disfavoredOverload
    public let rendered: String

    /// Makes the path of a location. Only ``append(_:_:)`` and its overloads make locations.
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
