/// A value that can be a key in a path: exactly one component of the path.
///
/// `String`, `Substring` and `Int` are keys. A type of your own keeps the keys of one collection
/// from being used in another. If its raw value is a key, the conformance needs no code:
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
/// A key is used from any isolation. A type that is declared as a `PathKey` is `nonisolated` even
/// in a module that isolates everything else to the main actor.
public protocol PathKey: SendableMetatype {
    /// The key's text, as it is between two `/` in a rendered path.
    var pathKey: String { get }

    /// Makes a key from its text; `nil` if no key of this type has that text.
    init?(pathKey: String)
}

extension PathKey where Self: RawRepresentable, RawValue: PathKey {
    /// The raw value's text.
    @inlinable
    public var pathKey: String { rawValue.pathKey }

    /// Makes a key from the text of its raw value.
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

    /// Makes the string itself.
    @inlinable
    public init(pathKey: String) { self = pathKey }
}

extension Substring: PathKey {
    /// A copy of the substring.
    @inlinable
    public var pathKey: String { String(self) }

    /// Makes a substring of the whole text.
    @inlinable
    public init(pathKey: String) { self.init(pathKey) }
}

extension Int: PathKey {
    /// The number in decimal digits, after a `-` if it is negative.
    @inlinable
    public var pathKey: String { String(self) }

    /// Makes the number with these decimal digits.
    @inlinable
    public init?(pathKey: String) { self.init(pathKey) }
}
