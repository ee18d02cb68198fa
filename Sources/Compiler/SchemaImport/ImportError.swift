/// The reason why an existing source can't be read.
package struct ImportError: Error, Equatable {
    package let message: String
    package let line: Int

    /// The column in bytes of UTF-8, counted from 1.
    package let column: Int

    package init(_ message: String, line: Int, column: Int) {
        self.message = message
        self.line = line
        self.column = column
    }
}
