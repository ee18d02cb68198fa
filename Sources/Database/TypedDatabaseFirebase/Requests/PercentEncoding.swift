import Foundation

/// The encoding of texts in URLs: https://www.rfc-editor.org/rfc/rfc3986#section-2
enum PercentEncoding {
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")

    /// Encodes every byte but those of letters, digits, `-`, `_`, `.` and `~`.
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
