// ASCII in bytes and scalars. Ranges of characters would be more readable than numbers, but
// matching them is generic code, which is slow in the unoptimized build that the build plugin runs.

/// Matches a byte against an ASCII character, as in `case "{":`.
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    UInt32(byte) == character.value
}

/// Matches a byte against a range of ASCII characters, as in `case "0"..."9":`.
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

    /// The code point in hexadecimal digits, at least four.
    var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Whether a string literal can contain the character unescaped, in JSON and in Swift:
    /// printable ASCII except quotes and backslashes.
    package var isUnescapedASCII: Bool {
        let value = value
        return value >= 0x20 && value <= 0x7E && value != 0x22 && value != 0x5C
    }
}

extension String {
    /// Whether the text is ASCII. Only ASCII has as many bytes as UTF-16 code units, and the
    /// standard library knows both counts of an ASCII text without a scan.
    package var isASCII: Bool { utf8.count == utf16.count }
}
