extension Set<String> {
    /// The words of a text, so that a long table can be read and written as one.
    init(words text: String) {
        let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        self.init(words.map { String(Substring($0)) })
    }
}
