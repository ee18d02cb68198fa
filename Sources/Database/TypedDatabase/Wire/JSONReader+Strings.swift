extension JSONReader {
    /// Reads the next value, which must be a string.
    package mutating func string() throws(JSONError) -> String {
        try skip(UInt8(ascii: "\""), "a string")
        let start = position
        var union: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            union |= byte
            position += 1
        }
        let head = UnsafeBufferPointer(rebasing: bytes[start..<position])
        if next == UInt8(ascii: "\"") {
            position += 1
            return try text(head, isASCII: union < 0x80)
        }
        var unescaped = Array(head)
        try appendRest(to: &unescaped)
        return try unescaped.withUnsafeBufferPointer { bytes throws(JSONError) in
            try text(bytes, isASCII: false)
        }
    }

    private func text(
        _ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool
    ) throws(JSONError) -> String {
        guard let text = isASCII ? String(decoding: bytes, as: UTF8.self) : String(utf8: bytes)
        else { throw error("a string that isn't UTF-8") }
        return text
    }

    /// Appends the rest of a string, from its first escape on.
    private mutating func appendRest(to unescaped: inout [UInt8]) throws(JSONError) {
        while true {
            let byte = next
            guard byte >= 0x20 else {
                throw error(position < bytes.count ? "a control character" : "a string without end")
            }
            position += 1
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\") {
                try appendEscape(to: &unescaped)
            } else {
                unescaped.append(byte)
            }
        }
    }

    private mutating func appendEscape(to unescaped: inout [UInt8]) throws(JSONError) {
        let byte = next
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"): unescaped.append(contentsOf: String(try escapedScalar()).utf8)
        default: throw error("an unknown escape")
        }
    }

    /// Reads one or two escaped UTF-16 code units as a scalar. Swift strings can't hold a lone
    /// surrogate.
    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let start = position - 2
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let afterFirst = position
        if UTF16.isLeadSurrogate(unit), next == UInt8(ascii: "\\") {
            position += 1
            if next == UInt8(ascii: "u") {
                position += 1
                let second = try codeUnit()
                if UTF16.isTrailSurrogate(second) {
                    return UTF16.decode(UTF16.EncodedScalar([unit, second]))
                }
            }
        }
        guard replacesLoneSurrogates else {
            position = start
            throw error(
                "half of a surrogate pair; write the character itself, or both halves, as in "
                    + #"\uD83D\uDE00"#)
        }
        position = afterFirst
        return "\u{FFFD}"
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(next)).hexDigitValue else {
                throw error("expected four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
