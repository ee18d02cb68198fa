/// Eight bytes of a text, which a processor can look at together.
struct EightBytes {
    let bits: UInt64

    /// The last eight bytes overlap those before, unless the count is a multiple of eight. Of a text with
    /// fewer than eight bytes, these are followed by as many `a`s as it takes.
    @inline(__always)
    static func forEach(of text: UnsafeBufferPointer<UInt8>, _ body: (EightBytes) -> Void) {
        let bytes = UnsafeRawBufferPointer(text)
        let last = bytes.count - 8
        guard last >= 0 else { return body(EightBytes(short: bytes)) }
        var offset = 0
        while offset < last {
            body(EightBytes(bytes, at: offset))
            offset += 8
        }
        body(EightBytes(bytes, at: last))
    }

    /// Whether two texts of one length are the same.
    static func areEqual(
        _ text: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let (bytes, others) = (UnsafeRawBufferPointer(text), UnsafeRawBufferPointer(other))
        let last = bytes.count - 8
        guard last >= 0 else {
            return EightBytes(short: bytes).bits == EightBytes(short: others).bits
        }
        var offset = 0
        while offset < last {
            guard EightBytes(bytes, at: offset).bits == EightBytes(others, at: offset).bits else {
                return false
            }
            offset += 8
        }
        return EightBytes(bytes, at: last).bits == EightBytes(others, at: last).bits
    }

    private init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    private init(short bytes: UnsafeRawBufferPointer) {
        var bits = Self.all(UInt8(ascii: "a"))
        for byte in bytes {
            bits = bits << 8 | UInt64(byte)
        }
        self.bits = bits
    }
}

extension EightBytes {
    /// What kinds of characters are among some bytes.
    struct Characters: OptionSet {
        let rawValue: UInt8

        static let underscore = Characters(rawValue: 1)
        /// None of a letter, a digit and an underscore of ASCII.
        static let other = Characters(rawValue: 2)
    }

    var characters: Characters {
        let lowercase = bits | Self.all(0x20)
        let letters = Self.reach(lowercase, "a") & ~Self.reach(lowercase, "{")
        let digits = Self.reach(bits, "0") & ~Self.reach(bits, ":")
        let underscores = ~Self.reach(bits ^ Self.all(UInt8(ascii: "_")), "\u{1}") & Self.highBits
        let isASCII = bits & Self.highBits == 0
        var characters: Characters = underscores == 0 ? [] : .underscore
        if !isASCII || letters | digits | underscores != Self.highBits {
            characters.insert(.other)
        }
        return characters
    }

    private static let highBits = all(0x80)

    private static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// The high bits of the bytes that are no less than a character. Means nothing unless all are ASCII.
    private static func reach(_ bits: UInt64, _ character: Unicode.Scalar) -> UInt64 {
        (bits &+ all(0x80 - UInt8(ascii: character))) & highBits
    }
}
