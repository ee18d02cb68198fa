/// The limits that Firebase documents for the keys of its Realtime Database.
///
/// <https://firebase.google.com/docs/database/web/structure-data>
package enum KeyLimits {
    /// The most bytes of UTF-8 that a key can have.
    package static let utf8Count = 768

    /// The most keys that can lead to a value.
    package static let depth = 32

    /// Whether no key can have this scalar. All that are forbidden are ASCII.
    package static func forbids(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", "#", "$", "[", "]", "/", "\u{0}"..."\u{1F}", "\u{7F}": true
        default: false
        }
    }
}
