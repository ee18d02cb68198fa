/// Why something that exists can't be read.
package struct ImportError: Error, Equatable {
    package let message: String
    package let line: Int

    /// In bytes of UTF-8, from 1.
    package let column: Int

    package init(_ message: String, line: Int, column: Int) {
        self.message = message
        self.line = line
        self.column = column
    }
}
