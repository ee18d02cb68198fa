/// The grammar of numbers (RFC 8259, section 6): `-`, an integer without leading zeros, a fraction, an
/// exponent.
package struct JSONNumber {
    private var rest: ArraySlice<UInt8>

    package static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        var number = JSONNumber(rest: text)
        return number.skipAll() && number.rest.isEmpty
    }

    private mutating func skipAll() -> Bool {
        _ = skip("-")
        guard skip("0") || skipDigits() else { return false }
        if skip("."), !skipDigits() { return false }
        if skip("e") || skip("E") {
            _ = skip("+") || skip("-")
            return skipDigits()
        }
        return true
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips one or more digits. Returns whether there are any.
    private mutating func skipDigits() -> Bool {
        let digits = rest.prefix { "0"..."9" ~= $0 }
        rest = rest.dropFirst(digits.count)
        return !digits.isEmpty
    }
}
