/// Where a text isn't JSON, and why.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// In bytes from the start of the text.
    package var offset: Int
    package var reason: String

    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }

    package var description: String { "not JSON at byte \(offset): \(reason)" }
}
