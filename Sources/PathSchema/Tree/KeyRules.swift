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
        /// What a key may be instead.
        var advice = "a key has none of / . # $ [ ] and no control characters"
    }

    /// Whether there is no violation in a key.
    static func allow(_ key: Name, in names: NameTable) -> Bool {
        names.isPlain(key) && names.byteCount(of: key) <= maximumByteCount
            || violation(in: names[key]) == nil
    }

    static func violation(in key: String) -> Violation? {
        let utf8 = key.utf8
        guard !utf8.isEmpty else {
            return Violation(
                message: "the key is empty", bytes: 0..<0,
                advice: "a key has at least one character")
        }
        guard utf8.count <= maximumByteCount else {
            return Violation(
                message: "the key is too long: it has \(utf8.count) bytes", bytes: 0..<utf8.count,
                advice: "a key has at most \(maximumByteCount) bytes of UTF-8")
        }
        guard let index = utf8.firstIndex(where: isForbidden) else { return nil }
        let offset = utf8.distance(from: utf8.startIndex, to: index)
        let character = Visible.quoted(String(UnicodeScalar(utf8[index])))
        return Violation(
            message: "a key of the database can't contain \(character)", bytes: offset..<offset + 1)
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x7F, "/", ".", "#", "$", "[", "]": true
        default: false
        }
    }
}
