/// An input of a run: the bytes of a schema, and its name in diagnostics.
package struct SourceText: Sendable {
    /// The name in diagnostics, as on the command line.
    package let name: String

    /// The bytes as they were read, which may be invalid UTF-8; the JSON reader reports invalid
    /// bytes.
    package let utf8: [UInt8]

    package init(name: String, utf8: [UInt8]) {
        self.name = name
        self.utf8 = utf8
    }

    package init(name: String, text: String) {
        self.init(name: name, utf8: Array(text.utf8))
    }
}

extension SourceText {
    /// UTF-8's byte-order mark, which some editors insert.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The offset of the first byte after an optional byte-order mark.
    var start: Int {
        utf8.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    }
}
