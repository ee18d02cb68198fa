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

// MARK: - Locations

/// A place in a database that has no type yet.
///
/// Only this library makes locations, so that paths can't be made from arbitrary strings.
@frozen
public struct PathLocation: Sendable {
    @usableFromInline
    let rendered: String

    /// The root.
    @inlinable
    init() {
        rendered = ""
    }

    /// Makes the child of `parent` with this key, or that child's own child with the key
    /// `childKey`.
    ///
    /// The text is assembled on the stack, so that the string is allocated once, in its final size.
    @usableFromInline
    init(_ parent: String, _ key: String, _ childKey: String? = nil) {
        let capacity = parent.utf8.count + key.utf8.count + (childKey?.utf8.count ?? 0) + 2
        rendered = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            var writer = PathWriter(buffer: buffer)
            writer.write(parent)
            writer.append(key)
            if let childKey { writer.append(childKey) }
            return String(decoding: buffer[..<writer.count], as: UTF8.self)
        }
    }
}

/// A writer of a path's keys, separated by `/`, into a buffer that is large enough.
private struct PathWriter {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    /// Writes a key, after a `/` unless it is the first. Traps if the key isn't one component.
    mutating func append(_ key: String) {
        let end = count
        if end > 0 {
            buffer[end] = UInt8(ascii: "/")
            count += 1
        }
        let start = count
        write(key)
        if start == count || buffer[start..<count].contains(UInt8(ascii: "/")) {
            trap(on: key, below: String(decoding: buffer[..<end], as: UTF8.self))
        }
    }

    mutating func write(_ text: String) {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
        count += rest.initialize(from: text.utf8).index
    }
}

/// Not a precondition, whose message release builds omit.
@inline(never)
private func trap(on key: String, below parent: String) -> Never {
    fatalError(
        """
        \(key.debugDescription) below \(parent.debugDescription) is not a key: \
        a key is one component of a path, neither empty nor with a "/" in it
        """
    )
}
