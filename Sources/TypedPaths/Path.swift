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
public struct Path<Element>: PathProtocol, Sendable {
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
