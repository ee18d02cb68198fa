/// Eight bytes of a text, looked at all at once: most of a schema is runs of spaces and of letters, which
/// a loop over single bytes would spend most of its time on.
///
/// They are read as one number, which takes a pointer. It is used here only, and only for eight bytes that
/// all are the text's.
struct EightBytes {
    /// The first byte is the lowest.
    private let word: UInt64

    /// - Returns: `nil` if the text has fewer bytes than eight from the offset on.
    init?(of text: UnsafeBufferPointer<UInt8>, at offset: Int) {
        guard let bytes = text.baseAddress, offset <= text.count - 8 else { return nil }
        word = UInt64(
            littleEndian: UnsafeRawPointer(bytes).loadUnaligned(
                fromByteOffset: offset, as: UInt64.self))
    }

    /// The index of the first byte that is not a certain one; `nil` if all are.
    func firstIndex(ofOtherThan byte: UInt8) -> Int? {
        let others = word ^ Self.all(byte)
        return others == 0 ? nil : others.trailingZeroBitCount / 8
    }

    /// The index of the first byte that doesn't stand for itself in a string of JSON: a control character,
    /// a quotation mark, a backslash, or anything but ASCII. `nil` if none of them is here.
    ///
    /// Subtracting sets the high bit of a byte that is less than what is subtracted. It borrows from the
    /// next byte then, which may be wrong from there on, but only the first such byte counts.
    var firstIndexOfOtherThanPlain: Int? {
        // With its second bit flipped, a quotation mark comes right behind the control characters, and
        // nothing else does.
        let controlsAndQuotes = (word ^ Self.all(0x02)) &- Self.all(0x21)
        let backslashes = (word ^ Self.all(UInt8(ascii: "\\"))) &- Self.all(1)
        let others = (controlsAndQuotes | backslashes | word) & Self.all(0x80)
        return others == 0 ? nil : others.trailingZeroBitCount / 8
    }

    private static func all(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }
}
