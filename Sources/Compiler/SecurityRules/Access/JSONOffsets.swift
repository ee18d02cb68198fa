import PathSchema

/// The places of a JSON string's characters in its source.
enum JSONOffsets {
    /// Returns the bytes of a part of a string's text in its source, where escapes make it longer.
    static func range(
        of part: Range<Int>, in string: JSONString, of source: SourceText
    ) -> SourceRange {
        let bytes = source.utf8[string.bytes.lower..<string.bytes.upper]
        return SourceRange(
            source: string.bytes.source, lower: sourceOffset(of: part.lowerBound, in: bytes),
            upper: sourceOffset(of: part.upperBound, in: bytes))
    }

    /// Returns the source offset of a byte of the text whose source, with escapes, is given.
    private static func sourceOffset(of offset: Int, in source: ArraySlice<UInt8>) -> Int {
        var position = source.startIndex
        var count = 0
        while position < source.endIndex, count < offset {
            guard source[position] == UInt8(ascii: "\\") else {
                (position, count) = (position + 1, count + 1)
                continue
            }
            let letter = source[position...].dropFirst().first
            guard letter == UInt8(ascii: "u") else {
                (position, count) = (position + 2, count + 1)
                continue
            }
            let digits = String(decoding: source[position...].dropFirst(2).prefix(4), as: UTF8.self)
            let unit = UInt16(digits, radix: 16) ?? 0
            // A pair of surrogates is four bytes.
            count += UTF16.isSurrogate(unit) ? 2 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
            position += 6
        }
        return min(position, source.endIndex)
    }
}
