// ASCII in bytes and scalars. Ranges of characters would read better than numbers, but they are generic
// code, which takes long for each character where this is built unoptimized: in the build plugin.

/// Lets a byte be matched against a character of ASCII, as in `case "{":`.
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    UInt32(byte) == character.value
}

/// Lets a byte be matched against a range of ASCII, as in `case "0"..."9":`.
func ~= (characters: ClosedRange<Unicode.Scalar>, byte: UInt8) -> Bool {
    characters.lowerBound.value <= UInt32(byte) && UInt32(byte) <= characters.upperBound.value
}

extension UInt8 {
    var isASCIIUppercase: Bool { self >= 0x41 && self <= 0x5A }
    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
}

extension Unicode.Scalar {
    package var isASCIIUppercase: Bool { value >= 0x41 && value <= 0x5A }
    package var isASCIILowercase: Bool { value >= 0x61 && value <= 0x7A }
    package var isASCIIDigit: Bool { value >= 0x30 && value <= 0x39 }

    package var isASCIILetterOrDigit: Bool {
        if value >= 0x61 { return value <= 0x7A }
        return value >= 0x41 ? value <= 0x5A : isASCIIDigit
    }

    /// Whether the quotes of a literal can hold this as it is, in JSON and in Swift: printable ASCII,
    /// but neither a quote nor a backslash.
    package var isUnescapedASCII: Bool {
        let value = value
        return value >= 0x20 && value <= 0x7E && value != 0x22 && value != 0x5C
    }
}

extension String {
    /// Whether all of the text is ASCII. Nothing else has as many bytes as UTF-16 code units, and the
    /// standard library knows both counts of an ASCII text without looking at it.
    package var isASCII: Bool { utf8.count == utf16.count }
}
