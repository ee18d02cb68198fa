/// A value that can be a key in a path: exactly one component of it.
///
/// `String`, `Substring` and `Int` are keys. A type of one's own keeps the keys of one collection
/// from being used in another; if it has a raw value that is a key, that is all it takes:
///
/// ```swift
/// struct MessageID: RawRepresentable, PathKey {
///     let rawValue: String
/// }
/// ```
///
/// An empty key, or one that contains `/`, would address another place in the database. Adding one
/// to a path traps, in release builds too. Turn text from outside into a ``PathComponent`` first,
/// which throws instead.
public protocol PathKey {
    /// The key as it stands between two `/` in a rendered path.
    var pathKey: String { get }
}

extension PathKey where Self: RawRepresentable, RawValue: PathKey {
    /// The key that the raw value is.
    @inlinable
    public var pathKey: String { rawValue.pathKey }
}

extension String: PathKey {
    /// The string itself.
    @inlinable
    public var pathKey: String { self }
}

extension Substring: PathKey {
    /// A copy of the substring.
    @inlinable
    public var pathKey: String { String(self) }
}

extension Int: PathKey {
    /// The number in decimal digits, after a `-` if it is negative.
    @inlinable
    public var pathKey: String { String(self) }
}
