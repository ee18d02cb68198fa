/// Characters that are invisible or that reorder the surrounding text, so that a text with one of
/// them looks like another.
enum InvisibleCharacter {
    /// Returns the first such character of a text, and its bytes as offsets into the text.
    ///
    /// - Parameter allowsJoiners: whether to accept U+200C and U+200D, which many scripts and emoji
    ///   need.
    static func first(
        in text: String, allowsJoiners: Bool = false
    ) -> (scalar: Unicode.Scalar, bytes: Range<Int>)? {
        var offset = 0
        for scalar in text.unicodeScalars {
            let end = offset + UTF8.width(scalar)
            if isInvisible(scalar), !(allowsJoiners && isJoiner(scalar)) {
                return (scalar, offset..<end)
            }
            offset = end
        }
        return nil
    }

    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0xAD: false
        case 0xAD, 0x61C, 0x115F, 0x1160, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F,
            0x3164, 0xFEFF, 0xFFA0:
            true
        default: false
        }
    }

    static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{200C}" || scalar == "\u{200D}"
    }

    /// Returns the scalar's code point for looking it up, as in `U+200B`.
    static func name(of scalar: Unicode.Scalar) -> String {
        "U+" + scalar.hexadecimal
    }
}
