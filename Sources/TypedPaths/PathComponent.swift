/// A key from text that nobody has checked, such as a user's input.
///
/// ```swift
/// let chatroom = try Path().chatrooms.child(PathComponent(input))
/// ```
///
/// It obeys the limits that Firebase documents for the keys of its Realtime Database: at most
/// 768 bytes of UTF-8, none of `.` `#` `$` `[` `]` `/`, and no control character (U+0000 to U+001F,
/// and U+007F).
public struct PathComponent: PathKey, Hashable, Sendable, CustomStringConvertible {
    /// The text.
    public let pathKey: String

    /// Checks that the text can be a key.
    ///
    /// The text is taken as it is: nothing is trimmed or escaped.
    public init(_ text: String) throws(Invalid) {
        if text.isEmpty { throw .empty }
        if let scalar = text.unicodeScalars.first(where: Self.isForbidden) {
            throw .forbiddenCharacter(scalar)
        }
        if text.utf8.count > Self.maximumUTF8Count {
            throw .tooLong(utf8Count: text.utf8.count)
        }
        pathKey = text
    }

    /// The same as ``pathKey``.
    public var description: String { pathKey }

    private static let maximumUTF8Count = 768

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", "#", "$", "[", "]", "/", "\u{0}"..."\u{1F}", "\u{7F}": true
        default: false
        }
    }
}

extension PathComponent {
    /// Why a text can't be a key.
    public enum Invalid: Error, Hashable, CustomStringConvertible {
        /// The text has no characters.
        case empty

        /// The text contains this scalar, the first of those that no key may contain.
        case forbiddenCharacter(Unicode.Scalar)

        /// The text has this many bytes of UTF-8, which is more than 768.
        case tooLong(utf8Count: Int)

        /// The reason, in a sentence.
        public var description: String {
            switch self {
            case .empty:
                "A key can't be empty."
            case .forbiddenCharacter(let scalar):
                "A key can't contain \(scalar.debugDescription), nor any other of "
                    + ". # $ [ ] / and control characters."
            case .tooLong(let utf8Count):
                "A key can't be longer than \(PathComponent.maximumUTF8Count) bytes of UTF-8; "
                    + "this one has \(utf8Count)."
            }
        }
    }
}
