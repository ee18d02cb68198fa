/// The percent-encoding of addresses (RFC 3986, section 2.1).
///
/// Foundation's `removingPercentEncoding` drops U+FEFF at the beginning of a text, so that two keys
/// would be equal.
enum PercentEncoding {
    /// Returns the decoded text of an address's bytes; `nil` if it isn't UTF-8, or a `%` isn't
    /// followed by two hexadecimal digits.
    static func decoded(
        _ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false
    ) -> String? {
        var decoded: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue
                else { return nil }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        let text = String(decoding: decoded, as: UTF8.self)
        // Invalid bytes would have become U+FFFD.
        return text.utf8.elementsEqual(decoded) ? text : nil
    }
}
