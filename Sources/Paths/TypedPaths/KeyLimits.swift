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
