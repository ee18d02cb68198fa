/// The encoding of texts in URLs: https://www.rfc-editor.org/rfc/rfc3986#section-2
package enum PercentEncoding {
    /// Encodes every byte but those of letters, digits, `-`, `_`, `.` and `~`.
    package static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += byte < 0x10 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
