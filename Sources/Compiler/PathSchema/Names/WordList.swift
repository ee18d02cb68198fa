extension Set<String> {
    /// Creates a collection from the words of a text, so that a long table can be written as one
    /// literal.
    package init(words text: String) {
        self.init(text.words)
    }
}

extension String {
    /// The words, separated by spaces and line breaks.
    var words: [String] {
        let bytes = Array(utf8) + [UInt8(ascii: " ")]
        var words: [String] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            if bytes[index] <= 0x20 {
                if start < index {
                    words.append(String(decoding: bytes[start..<index], as: UTF8.self))
                }
                start = index + 1
            }
            index += 1
        }
        return words
    }
}
