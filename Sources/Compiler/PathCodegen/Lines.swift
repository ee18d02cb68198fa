/// The line lengths of generated code.
enum Lines {
    /// The line length of `swift format` in this package's configuration.
    private static let maximumLength = 100

    /// Whether a line of a member has room for names and types of `byteCount` bytes. No such line
    /// has more than 30 other characters.
    static func haveRoom(for byteCount: Int) -> Bool {
        byteCount <= maximumLength - 30
    }

    /// Whether all lines of a text are short enough, counted in characters as `swift format` does.
    static func fit(_ text: String) -> Bool {
        text.utf8.count <= maximumLength
            || text.split(separator: "\n").allSatisfy { $0.count <= maximumLength }
    }
}
