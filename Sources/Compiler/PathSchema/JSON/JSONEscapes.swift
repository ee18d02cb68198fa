/// The escape sequences of JSON strings (RFC 8259, section 7).
package enum JSONEscapes {
    /// Decodes bytes whose escapes have been validated.
    static func decode(_ written: ArraySlice<UInt8>) -> String {
        var decoded: [UInt8] = []
        var rest = written
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                decoded.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "u"): decoded += String(decodeScalar(&rest)).utf8
            case UInt8(ascii: "b"): decoded.append(0x08)
            case UInt8(ascii: "f"): decoded.append(0x0C)
            case UInt8(ascii: "n"): decoded.append(0x0A)
            case UInt8(ascii: "r"): decoded.append(0x0D)
            case UInt8(ascii: "t"): decoded.append(0x09)
            default: decoded.append(escape)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Returns the code unit that four hexadecimal digits spell; `nil` for any other bytes.
    package static func codeUnit(_ digits: some Collection<UInt8>) -> UInt16? {
        guard digits.count == 4 else { return nil }
        return digits.reduce(UInt16?.some(0)) { unit, digit in
            guard let unit, let value = hexadecimalValue(digit) else { return nil }
            return unit << 4 | value
        }
    }

    /// Decodes the scalar after `\u`: four digits, or for a surrogate pair `XXXX\uXXXX`.
    private static func decodeScalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
        guard let unit = codeUnit(rest.prefix(4)) else { return "\u{FFFD}" }
        rest = rest.dropFirst(4)
        guard UTF16.isLeadSurrogate(unit), let trail = codeUnit(rest.dropFirst(2).prefix(4)),
            UTF16.isTrailSurrogate(trail)
        else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        rest = rest.dropFirst(6)
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    /// Returns the escape sequence of a control character.
    static func escape(_ control: UInt8) -> String {
        switch control {
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        default: "\\u" + Unicode.Scalar(control).hexadecimal
        }
    }

    static func hexadecimalValue(_ digit: UInt8) -> UInt16? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(digit - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(digit - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
