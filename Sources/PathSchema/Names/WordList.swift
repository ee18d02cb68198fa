extension Set<String> {
    /// The words of a text, so that a long table can be read and written as one.
    init(words text: String) {
        self.init(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
