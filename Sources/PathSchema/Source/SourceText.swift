/// One input of a run: the bytes of a schema, and the name that diagnostics call it by.
package struct SourceText: Sendable {
    /// The name in diagnostics, as the person wrote it on the command line.
    package let name: String

    /// The text as it was read. Nothing is assumed of it: the JSON reader reports bytes that are not
    /// UTF-8.
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
    /// UTF-8's byte-order mark, which some editors put first.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Where the text begins: after a byte-order mark, if there is one.
    var start: Int {
        utf8.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    }
}
