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

// MARK: - Unchecked text

extension PathKey {
    /// Makes a key from unchecked text, such as a user's input.
    ///
    /// ```swift
    /// let user = try Path().user(UserID(checking: input))
    /// let room = try Path().chatroom(String(checking: input))
    /// ```
    ///
    /// The text obeys the limits that Firebase documents for the keys of its Realtime Database: at
    /// most 768 bytes of UTF-8, none of `.` `#` `$` `[` `]` `/`, and no control character (U+0000
    /// to U+001F, and U+007F). Nothing is trimmed or escaped. Text that the key would not give back
    /// unchanged, such as `"007"` for an `Int`, is rejected too.
    public init(checking text: String) throws(InvalidPathKey) {
        if text.isEmpty { throw .empty }
        // All forbidden scalars are single bytes, which are faster to look through.
        if text.utf8.contains(where: { KeyLimits.forbids(Unicode.Scalar($0)) }),
            let scalar = text.unicodeScalars.first(where: { KeyLimits.forbids($0) })
        {
            throw .forbiddenCharacter(scalar)
        }
        if text.utf8.count > KeyLimits.utf8Count { throw .tooLong(utf8Count: text.utf8.count) }
        guard let key = Self(pathKey: text), key.pathKey.utf8.elementsEqual(text.utf8) else {
            throw .unsuitable(text, type: "\(Self.self)")
        }
        self = key
    }
}

/// The reason why a text can't be a key.
public enum InvalidPathKey: Error, Hashable, CustomStringConvertible {
    /// The text is empty.
    case empty

    /// The text contains this scalar, the first of the forbidden ones.
    case forbiddenCharacter(Unicode.Scalar)

    /// The text has this many bytes of UTF-8, which is more than 768.
    case tooLong(utf8Count: Int)

    /// No key of the type has this text.
    case unsuitable(String, type: String)

    /// The reason, in a sentence.
    public var description: String {
        switch self {
        case .empty:
            "A key can't be empty."
        case .forbiddenCharacter(let scalar):
            "A key can't contain \(scalar.debugDescription), nor any other of "
                + ". # $ [ ] / and control characters."
        case .tooLong(let utf8Count):
            "A key can't be longer than \(KeyLimits.utf8Count) bytes of UTF-8; "
                + "this one has \(utf8Count)."
        case .unsuitable(let text, let type):
            "\(text.debugDescription) is not the text of any \(type)."
        }
    }
}

// MARK: - Limits

/// The limits that Firebase documents for the keys of its Realtime Database.
///
/// <https://firebase.google.com/docs/database/web/structure-data>
package enum KeyLimits {
    /// The maximum length of a key in bytes of UTF-8.
    package static var utf8Count: Int { 768 }

    /// The maximum number of keys that lead to a value.
    package static var depth: Int { 32 }

    /// Whether bytes of UTF-8 can be a key.
    package static func allows(_ utf8: UnsafeRawBufferPointer) -> Bool {
        1...utf8Count ~= utf8.count && !utf8.contains { forbids(Unicode.Scalar($0)) }
    }

    /// Whether keys can't contain this scalar. All forbidden ones are ASCII.
    ///
    /// A bit for each scalar makes looking through keys much faster than a `switch` does.
    @inline(__always)
    package static func forbids(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value < 0x80 else { return false }
        let bits = scalar.value < 0x40 ? forbiddenBits : forbiddenUpperBits
        return bits >> UInt64(scalar.value & 0x3F) & 1 == 1
    }

    /// The control characters, `#`, `$`, `.` and `/`.
    private static var forbiddenBits: UInt64 { 0x0000_C018_FFFF_FFFF }

    /// `[`, `]` and the last control character, each less 64.
    private static var forbiddenUpperBits: UInt64 { 0x8000_0000_2800_0000 }
}
