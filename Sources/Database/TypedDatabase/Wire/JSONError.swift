/// A syntax error in JSON.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The error's position, in bytes from the start of the text.
    package var offset: Int
    /// The problem.
    package var reason: String

    /// Makes an error.
    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }

    /// The position and the reason.
    package var description: String { "not JSON at byte \(offset): \(reason)" }
}
