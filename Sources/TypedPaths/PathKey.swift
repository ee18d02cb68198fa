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
/// to a path traps, in release builds too. Check text from outside first, with ``init(checking:)``.
///
/// A key is used from any isolation. A type that is declared as a `PathKey` is `nonisolated` also in
/// a module that isolates everything else to the main actor.
public protocol PathKey: SendableMetatype {
    /// The key as it is between two `/` in a rendered path.
    var pathKey: String { get }

    /// Makes a key from its text again; `nil` if no key of this type has that text.
    init?(pathKey: String)
}

extension PathKey where Self: RawRepresentable, RawValue: PathKey {
    /// The key that the raw value is.
    @inlinable
    public var pathKey: String { rawValue.pathKey }

    /// Makes a key whose raw value has that text.
    @inlinable
    public init?(pathKey: String) {
        guard let rawValue = RawValue(pathKey: pathKey) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension String: PathKey {
    /// The string itself.
    @inlinable
    public var pathKey: String { self }

    /// The string itself.
    @inlinable
    public init(pathKey: String) { self = pathKey }
}

extension Substring: PathKey {
    /// A copy of the substring.
    @inlinable
    public var pathKey: String { String(self) }

    /// All of the text.
    @inlinable
    public init(pathKey: String) { self.init(pathKey) }
}

extension Int: PathKey {
    /// The number in decimal digits, after a `-` if it is negative.
    @inlinable
    public var pathKey: String { String(self) }

    /// The number that decimal digits are the text of.
    @inlinable
    public init?(pathKey: String) { self.init(pathKey) }
}
