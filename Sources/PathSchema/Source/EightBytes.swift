/// Eight bytes of a text, looked at all at once: a loop over single bytes would spend most of its time on
/// runs of spaces, and on the letters of names.
///
/// They are read as one number, which takes a pointer. It is used here only, and only for eight bytes that
/// all are the text's.
struct EightBytes: Equatable {
    /// The first byte is the lowest.
    let bits: UInt64

    /// - Returns: `nil` if the text has fewer bytes than eight from the offset on.
    init?(of text: UnsafeBufferPointer<UInt8>, at offset: Int) {
        guard let bytes = text.baseAddress, offset >= 0, offset <= text.count - 8 else {
            return nil
        }
        bits = UInt64(
            littleEndian: UnsafeRawPointer(bytes).loadUnaligned(
                fromByteOffset: offset, as: UInt64.self))
    }

    /// A text of less than eight bytes, behind as many of the letter `a` as are missing.
    private init(short text: UnsafeBufferPointer<UInt8>) {
        bits = text.reduce(Self.all(UInt8(ascii: "a"))) { bits, byte in bits << 8 | UInt64(byte) }
    }

    /// All of a text, eight bytes at a time. The last overlap those before unless the count is a multiple
    /// of eight; what is shorter than that is made up with the letter `a`.
    @inline(__always)
    static func forEach(of text: UnsafeBufferPointer<UInt8>, _ body: (EightBytes) -> Void) {
        guard let last = EightBytes(of: text, at: text.count - 8) else {
            return body(EightBytes(short: text))
        }
        var offset = 0
        while offset < text.count - 8, let next = EightBytes(of: text, at: offset) {
            body(next)
            offset += 8
        }
        body(last)
    }

    static func areEqual(
        _ text: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var offset = 0
        while let next = EightBytes(of: text, at: offset),
            next == EightBytes(of: other, at: offset)
        {
            offset += 8
        }
        return text[offset...].elementsEqual(other[offset...])
    }

    private static func all(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }
}

// MARK: - Searching

extension EightBytes {
    /// The index of the first byte that is not a certain one; `nil` if all are.
    func firstIndex(ofOtherThan byte: UInt8) -> Int? {
        let others = bits ^ Self.all(byte)
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
        let controlsAndQuotes = (bits ^ Self.all(0x02)) &- Self.all(0x21)
        let backslashes = (bits ^ Self.all(UInt8(ascii: "\\"))) &- Self.all(1)
        let others = (controlsAndQuotes | backslashes | bits) & Self.all(0x80)
        return others == 0 ? nil : others.trailingZeroBitCount / 8
    }
}

// MARK: - Characters

extension EightBytes {
    /// What kinds of characters are among some bytes, besides letters and digits of ASCII.
    struct Characters: OptionSet {
        let rawValue: UInt8

        static let underscore = Characters(rawValue: 1)
        static let other = Characters(rawValue: 2)
    }

    var characters: Characters {
        guard bits & Self.all(0x80) == 0 else { return .other }
        let lowercase = bits | Self.all(0x20)
        let letters = Self.reach(lowercase, "a") & ~Self.reach(lowercase, "{")
        let digits = Self.reach(bits, "0") & ~Self.reach(bits, ":")
        let differences = bits ^ Self.all(UInt8(ascii: "_"))
        let underscores = ~Self.reach(differences, "\u{1}") & Self.all(0x80)
        var characters: Characters = underscores == 0 ? [] : .underscore
        if letters | digits | underscores != Self.all(0x80) {
            characters.insert(.other)
        }
        return characters
    }

    /// The high bits of the bytes that are no less than a character. Means nothing unless all are ASCII.
    private static func reach(_ bits: UInt64, _ character: Unicode.Scalar) -> UInt64 {
        (bits &+ all(0x80 - UInt8(ascii: character))) & all(0x80)
    }
}
