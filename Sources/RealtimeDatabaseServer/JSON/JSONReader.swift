import Foundation
import TypedDatabase

/// Reads JSON. Integers stay exact, and no bool is a number.
struct JSONReader {
    /// Whether `//` and `/* */` are skipped, as in a file of rules.
    private let allowsComments: Bool

    private let bytes: [UInt8]
    private var index = 0

    /// The line that is being read, from 1, and where it begins.
    private var line = (number: 1, start: 0)

    /// How deep arrays and objects may be nested: more than a database takes, less than the stack.
    private static let maximumDepth = 128

    private init(_ bytes: [UInt8], allowsComments: Bool) {
        self.bytes = bytes
        self.allowsComments = allowsComments
    }

    static func read(_ bytes: [UInt8], allowsComments: Bool = false) throws(JSONError) -> JSONValue
    {
        var reader = JSONReader(bytes, allowsComments: allowsComments)
        guard String(bytes: bytes, encoding: .utf8) != nil else {
            throw reader.error("the text is no UTF-8")
        }
        let value = try reader.readValue(depth: 0)
        guard reader.next == nil else { throw reader.error("there is more after the value") }
        return value
    }

    private func error(_ reason: String) -> JSONError {
        JSONError(position: position, reason: reason)
    }

    private var position: JSONPosition {
        JSONPosition(line: line.number, column: index - line.start + 1)
    }
}

// MARK: - Values

extension JSONReader {
    private mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= Self.maximumDepth else { throw error("the value is nested too deep") }
        skipSpace()
        guard let byte = next else { throw error("there is no value") }
        switch byte {
        case UInt8(ascii: "{"): return try readObject(depth: depth)
        case UInt8(ascii: "["): return try readArray(depth: depth)
        case UInt8(ascii: "\""): return .scalar(.string(try readString()))
        case UInt8(ascii: "-"), 0x30...0x39: return try readNumber()
        default:
            if skip("null") { return .null }
            if skip("true") { return .scalar(.bool(true)) }
            if skip("false") { return .scalar(.bool(false)) }
            throw error("there is no value")
        }
    }

    private mutating func readObject(depth: Int) throws(JSONError) -> JSONValue {
        index += 1
        var members: [JSONValue.Member] = []
        if skipToken("}") { return .object(members) }
        repeat {
            skipSpace()
            let position = position
            guard next == UInt8(ascii: "\"") else { throw error("there is no key") }
            let key = try readString()
            guard skipToken(":") else { throw error("there is no colon") }
            let value = try readValue(depth: depth + 1)
            members.append(JSONValue.Member(key: key, position: position, value: value))
        } while skipToken(",")
        guard skipToken("}") else { throw error("the object doesn't end") }
        return .object(members)
    }

    private mutating func readArray(depth: Int) throws(JSONError) -> JSONValue {
        index += 1
        var elements: [JSONValue] = []
        if skipToken("]") { return .array(elements) }
        repeat {
            elements.append(try readValue(depth: depth + 1))
        } while skipToken(",")
        guard skipToken("]") else { throw error("the array doesn't end") }
        return .array(elements)
    }

    private mutating func readNumber() throws(JSONError) -> JSONValue {
        let start = index
        _ = skip("-")
        if !skip("0") { try readDigits() }
        var isInteger = true
        if skip(".") {
            isInteger = false
            try readDigits()
        }
        if skip("e") || skip("E") {
            isInteger = false
            _ = skip("+") || skip("-")
            try readDigits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isInteger, let integer = Int64(text) { return .scalar(.integer(integer)) }
        guard let number = Double(text), number.isFinite else {
            throw error("the number is too large")
        }
        return .scalar(.number(number))
    }

    private mutating func readDigits() throws(JSONError) {
        let start = index
        while let byte = next, 0x30...0x39 ~= byte { index += 1 }
        guard index > start else { throw error("there is no digit") }
    }
}

// MARK: - Strings

extension JSONReader {
    private mutating func readString() throws(JSONError) -> String {
        index += 1
        var text = ""
        while true {
            let start = index
            while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""),
                byte != UInt8(ascii: "\\")
            {
                index += 1
            }
            text += String(decoding: bytes[start..<index], as: UTF8.self)
            if skip("\"") { return text }
            guard skip("\\") else { throw error("the string doesn't end") }
            text.unicodeScalars.append(try readEscape())
        }
    }

    private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
        let escape = next
        index += 1
        switch escape {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try readScalar()
        default: throw error("the escape is unknown")
        }
    }

    /// A scalar by its code units, one or two. Half a pair can't be in a text, so it is refused.
    private mutating func readScalar() throws(JSONError) -> Unicode.Scalar {
        let unit = try readCodeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, skip("\\"), skip("u") else { throw error("half a pair of code units") }
        let second = try readCodeUnit()
        guard 0xDC00...0xDFFF ~= second,
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("half a pair of code units") }
        return scalar
    }

    private mutating func readCodeUnit() throws(JSONError) -> UInt32 {
        let digits = bytes[index...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("four hexadecimal digits are missing") }
        index += 4
        return unit
    }
}

// MARK: - Bytes

extension JSONReader {
    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skip(_ text: StaticString) -> Bool {
        let isThere = text.withUTF8Buffer { bytes[index...].starts(with: $0) }
        if isThere { index += text.utf8CodeUnitCount }
        return isThere
    }

    /// Skips a text and the space before and after it.
    private mutating func skipToken(_ text: StaticString) -> Bool {
        skipSpace()
        defer { skipSpace() }
        return skip(text)
    }

    private mutating func skipSpace() {
        while let byte = next {
            switch byte {
            case 0x0A:
                index += 1
                line = (line.number + 1, index)
            case 0x20, 0x0D, 0x09: index += 1
            case UInt8(ascii: "/") where allowsComments:
                if !skipComment() { return }
            default: return
            }
        }
    }

    private mutating func skipComment() -> Bool {
        if skip("//") {
            while let byte = next, byte != 0x0A { index += 1 }
            return true
        }
        guard skip("/*") else { return false }
        while let byte = next, !skip("*/") {
            index += 1
            if byte == 0x0A { line = (line.number + 1, index) }
        }
        return true
    }
}
