import PathSchema

extension JSONEventReader {
    /// Reads a number. Only the values of integers are kept.
    mutating func readNumber() throws -> Event {
        let start = bytes.location
        var text: [UInt8] = []
        while let byte = try bytes.first(), Self.isInNumber(byte) {
            guard text.count < Self.maximumLength else {
                throw start.error("a number of more than \(Self.maximumLength) digits")
            }
            text.append(byte)
            bytes.advance()
        }
        guard JSONNumber.isNumber(text[...]) else {
            throw start.error("'\(String(decoding: text, as: UTF8.self))' is not a number")
        }
        if let integer = Self.integer(text) { return .integer(integer) }
        guard let number = Double(String(decoding: text, as: UTF8.self)) else { return .double }
        return Int64(exactly: number).map(Event.integer) ?? .double
    }

    private static let maximumLength = 400

    /// Returns the value of an integer with few digits.
    private static func integer(_ text: [UInt8]) -> Int64? {
        guard text.count < 18 else { return nil }
        var value: Int64 = 0
        for byte in text where byte != UInt8(ascii: "-") {
            guard 0x30...0x39 ~= byte else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return text[0] == UInt8(ascii: "-") ? -value : value
    }

    private static func isInNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
