/// The extension point for the members that a schema declares, generated or written by hand.
extension Path {
    /// Returns the child of `parent` with this key: a path or a collection, as the context asks.
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

    /// Returns the element with the key `childKey` in the collection `key` under `parent`.
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
        _ key: some PathKey,
        _ childKey: some PathKey
    ) -> Child {
        Child(PathLocation(parent.rendered, key.pathKey, childKey.pathKey))
    }

    /// Returns the descendant of `parent` at three or more successive keys.
    ///
    /// ```swift
    /// extension Path where Element == Root {
    ///     func userPost(_ userId: UserID, postId: PostID) -> Path<Post> {
    ///         Path.append(self, "userPosts", userId, postId)
    ///     }
    /// }
    /// ```
    ///
    /// Traps if a key is empty or contains `/`; see ``PathKey``.
    public static func append<Child: PathProtocol, each Key: PathKey>(
        _ parent: Path,
        _ first: some PathKey,
        _ second: some PathKey,
        _ third: some PathKey,
        _ rest: repeat each Key
    ) -> Child {
        var location = PathLocation(parent.rendered, first.pathKey, second.pathKey)
        location = PathLocation(location.rendered, third.pathKey)
        for key in repeat each rest {
            location = PathLocation(location.rendered, key.pathKey)
        }
        return Child(location)
    }
}
