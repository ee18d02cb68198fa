/// The limits that Firebase documents for the keys of its Realtime Database.
///
/// <https://firebase.google.com/docs/database/web/structure-data>
package enum KeyLimits {
    /// The maximum length of a key in bytes of UTF-8.
    package static let utf8Count = 768

    /// The maximum number of keys that lead to a value.
    package static let depth = 32

    /// Whether keys can't contain this scalar. All forbidden ones are ASCII.
    @inlinable @inline(__always)
    package static func forbids(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", "#", "$", "[", "]", "/", "\u{0}"..."\u{1F}", "\u{7F}": true
        default: false
        }
    }
}
