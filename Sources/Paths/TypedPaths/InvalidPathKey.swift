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
