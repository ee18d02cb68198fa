/// Lets a byte be matched against a character of ASCII, as in `case "{":`.
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    byte == UInt8(ascii: character)
}

extension UInt8 {
    /// Whether a byte stands for itself between the quotes of a literal, in JSON and in Swift: printable
    /// ASCII, but neither a quote nor a backslash.
    package var isPlainInQuotes: Bool {
        self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}

/// Lets a byte be matched against a range of ASCII, as in `case "0"..."9":`.
func ~= (characters: ClosedRange<Unicode.Scalar>, byte: UInt8) -> Bool {
    UInt8(ascii: characters.lowerBound) <= byte && byte <= UInt8(ascii: characters.upperBound)
}
