/// What a database key may be, by Firebase's documented limits: UTF-8 of at most 768 bytes without
/// `.`, `$`, `#`, `[`, `]`, `/` and control characters; and no path deeper than 32 keys.
///
/// <https://firebase.google.com/docs/database/web/structure-data>
enum KeyRules {
    static let maximumByteCount = 768
    static let maximumDepth = 32

    struct Violation {
        let message: String
        /// The offending bytes, counted from the key's first.
        let bytes: Range<Int>
    }

    static func violation(in key: String) -> Violation? {
        guard !key.isEmpty else { return Violation(message: "a key can't be empty", bytes: 0..<0) }
        let utf8 = key.utf8
        guard utf8.count <= maximumByteCount else {
            return Violation(
                message: "a key has at most \(maximumByteCount) bytes of UTF-8; "
                    + "this one has \(utf8.count)", bytes: 0..<utf8.count)
        }
        guard let index = utf8.firstIndex(where: isForbidden) else { return nil }
        let offset = utf8.distance(from: utf8.startIndex, to: index)
        let character = Visible.quoted(String(UnicodeScalar(utf8[index])))
        return Violation(
            message:
                "a key can't contain \(character), nor any of / . # $ [ ] or a control character",
            bytes: offset..<offset + 1)
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x7F, "/", ".", "#", "$", "[", "]": true
        default: false
        }
    }
}
