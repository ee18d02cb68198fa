/// Lets a byte be matched against a character of ASCII, as in `case "{":`.
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    byte == UInt8(ascii: character)
}

/// Lets a byte be matched against a range of ASCII, as in `case "0"..."9":`.
func ~= (characters: ClosedRange<Unicode.Scalar>, byte: UInt8) -> Bool {
    UInt8(ascii: characters.lowerBound) <= byte && byte <= UInt8(ascii: characters.upperBound)
}
