/// The extension point for the members that a schema declares, generated or written by hand.
extension Path {
    /// The child of `parent` with this key: a path or a collection, as the context asks.
    ///
    /// ```swift
    /// extension Path where Element == Chatroom {
    ///     var name: Path<String> { Path.append(self, "name") }
    ///     var messages: Path<Message>.Collection { Path.append(self, "messages") }
    /// }
    /// ```
    ///
    /// Traps if the key is empty or contains `/`; see ``PathKey``.
    @inlinable
    public static func append<Child: PathProtocol>(
        _ parent: Path,
        _ key: some PathKey
    ) -> Child {
        Child(PathLocation(parent.rendered, key.pathKey))
    }

    /// The element with the key `childKey` in the collection `key` under `parent`.
    ///
    /// ```swift
    /// extension Path where Element == Chatroom {
    ///     func message(_ id: MessageID) -> Path<Message> { Path.append(self, "messages", id) }
    /// }
    /// ```
    ///
    /// Traps if a key is empty or contains `/`; see ``PathKey``.
    @inlinable
    public static func append<Child: PathProtocol>(
        _ parent: Path,
        _ key: String,
        _ childKey: some PathKey
    ) -> Child {
        Child(PathLocation(parent.rendered, key, childKey.pathKey))
    }

    /// The descendant of `parent` that three or more keys lead to, one below the other.
    ///
    /// ```swift
    /// extension Path where Element == Root {
    ///     var limits: Path<Limits> { Path.append(self, "settings", "server", "limits") }
    /// }
    /// ```
    ///
    /// Traps if a key is empty or contains `/`; see ``PathKey``.
    public static func append<Child: PathProtocol>(
        _ parent: Path,
        _ first: String,
        _ second: String,
        _ third: String,
        _ rest: String...
    ) -> Child {
        let start = PathLocation(parent.rendered, first, second)
        return Child(
            ([third] + rest).reduce(start) { location, key in
                PathLocation(location.rendered, key)
            }
        )
    }
}
