extension String {
    /// The text of these bytes; `nil` if they aren't UTF-8.
    package init?(utf8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Bytes that aren't UTF-8 have been repaired, so that the text differs from them.
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
