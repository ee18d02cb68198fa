/// A parser of JSON, as servers send it, into values of the tree.
///
/// The tree's semantics apply at any depth: null is nothing, an array is the children with the keys
/// 0, 1, and so on that aren't null, `.priority` is left out and `.value` is the value itself. Of
/// equal keys the last wins.
///
/// The bytes may be arbitrary: invalid JSON throws a ``JSONError``.
package struct JSONReader: JSONParser {
    package typealias Failure = JSONError

    let bytes: UnsafeBufferPointer<UInt8>

    /// The position, in bytes from the start of the text.
    package internal(set) var position = 0

    /// The position at which the latest key begins.
    package private(set) var keyPosition = 0
    package var depth = 0

    /// The limit of nested objects and arrays, for formats that nest deeper than the tree.
    package var maximumDepth = 64

    /// Whether a lone surrogate is read as U+FFFD, and isn't an error.
    ///
    /// So a server's answer with half a character, which other clients can store, doesn't make
    /// everything beside it unreadable.
    private(set) var replacesLoneSurrogates = true

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns the value of a whole text; `nil` for null.
    package static func value(_ text: [UInt8]) throws(JSONError) -> TreeValue? {
        try read(text) { reader throws(JSONError) in try reader.value() }
    }

    /// Reads a whole text with `body`, which takes one value from the reader.
    package static func read<Result>(
        _ text: [UInt8], _ body: (inout JSONReader) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        try text.withUnsafeBufferPointer { bytes throws(JSONError) in try read(bytes, body) }
    }

    /// Reads a whole text, which must outlive the call, with `body`.
    static func read<Result>(
        _ text: UnsafeBufferPointer<UInt8>, replacesLoneSurrogates: Bool = true,
        _ body: (inout JSONReader) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        var reader = JSONReader(text)
        reader.replacesLoneSurrogates = replacesLoneSurrogates
        let result = try body(&reader)
        reader.skipWhitespace()
        if reader.position < text.count { throw reader.error("more after the value") }
        return result
    }

    // MARK: - Bytes

    /// The next byte; 0, which JSON never has, at the end.
    var next: UInt8 {
        position < bytes.count ? bytes[position] : 0
    }

    private mutating func skipWhitespace() {
        while next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { position += 1 }
    }

    package mutating func peek() -> UInt8 {
        skipWhitespace()
        return next
    }

    package mutating func skip() {
        position += 1
    }

    package mutating func key() throws(JSONError) -> String {
        skipWhitespace()
        keyPosition = position
        return try string()
    }

    package func error(_ reason: String) -> JSONError {
        JSONError(offset: position, reason: reason)
    }
}

// MARK: - Values

extension JSONReader {
    /// Reads the next value; `nil` for null.
    package mutating func value() throws(JSONError) -> TreeValue? {
        switch peek() {
        case UInt8(ascii: "{"): return try children()
        case UInt8(ascii: "["): return try elements()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", nil)
        default: throw error(position < bytes.count ? "expected a value" : "it ends too early")
        }
    }

    private mutating func children() throws(JSONError) -> TreeValue? {
        var children = OrderedChildren()
        var wrapped: TreeValue??
        try members { key, reader throws(JSONError) in
            let value = try reader.value()
            switch key {
            case ".priority": break
            case ".value": wrapped = .some(value)
            default: children.append(TreeKey(key), value)
            }
        }
        return wrapped ?? children.value
    }

    private mutating func elements() throws(JSONError) -> TreeValue? {
        var children = OrderedChildren()
        var index = 0
        try elements { reader throws(JSONError) in
            if let value = try reader.value() { children.append(TreeKey("\(index)"), value) }
            index += 1
        }
        return children.value
    }

    private mutating func literal(
        _ text: StaticString, _ value: TreeValue?
    ) throws(JSONError) -> TreeValue? {
        for offset in 0..<text.utf8CodeUnitCount {
            guard next == text.utf8Start[offset] else { throw error("expected \(text)") }
            position += 1
        }
        return value
    }

    /// Reads a number: an exact integer if it fits 64 bits without a fraction or exponent; else a
    /// double.
    private mutating func number() throws(JSONError) -> TreeValue {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let startsWithZero = next == 0x30
        let digits = try skipDigits()
        if startsWithZero, digits > 1 { throw error("a number that starts with 0") }

        var isInteger = true
        if next == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            _ = try skipDigits()
        }
        if next | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            _ = try skipDigits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger, let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else {
            throw error("a number that is too large")
        }
        return .number(double)
    }

    /// Returns the number of digits skipped; at least one.
    private mutating func skipDigits() throws(JSONError) -> Int {
        let start = position
        while 0x30...0x39 ~= next { position += 1 }
        if position == start { throw error("expected a digit") }
        return position - start
    }
}

// MARK: - Strings

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

// MARK: - Any JSON

/// A parser of JSON whose bytes are in memory, or arrive in chunks.
package protocol JSONParser {
    associatedtype Failure: Error

    /// The number of objects and arrays that contain the next value.
    var depth: Int { get set }

    /// The limit of nested objects and arrays.
    var maximumDepth: Int { get }

    /// Returns the next byte that isn't white space; 0, which JSON never has, at the end.
    mutating func peek() throws(Failure) -> UInt8

    /// Skips the byte that ``peek()`` has returned.
    mutating func skip()

    /// Reads the next value, which must be a key.
    mutating func key() throws(Failure) -> String

    /// Returns an error at the next byte.
    func error(_ reason: String) -> Failure
}

/// The kind of a JSON value, as far as its first byte tells.
package enum JSONKind {
    case object
    case array
    case scalar
}

extension JSONParser {
    /// 64: a tree is at most 32 keys deep.
    package var maximumDepth: Int { 64 }

    /// Returns the kind of the next value.
    package mutating func nextKind() throws(Failure) -> JSONKind {
        switch try peek() {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        default: .scalar
        }
    }

    /// Reads the members of the next value, which must be an object, including nulls.
    ///
    /// - Parameter body: reads the value of the key that it is given.
    package mutating func members(
        _ body: (String, inout Self) throws(Failure) -> Void
    ) throws(Failure) {
        try enter(UInt8(ascii: "{"), "an object")
        if try !skipIfNext(UInt8(ascii: "}")) {
            repeat {
                let key = try key()
                try skip(UInt8(ascii: ":"), "a colon")
                try body(key, &self)
            } while try skipIfNext(UInt8(ascii: ","))
            try skip(UInt8(ascii: "}"), "a comma or the object's end")
        }
        depth -= 1
    }

    /// Reads the elements of the next value, which must be an array, including nulls.
    ///
    /// - Parameter body: reads each element.
    package mutating func elements(
        _ body: (inout Self) throws(Failure) -> Void
    ) throws(Failure) {
        try enter(UInt8(ascii: "["), "an array")
        if try !skipIfNext(UInt8(ascii: "]")) {
            repeat {
                try body(&self)
            } while try skipIfNext(UInt8(ascii: ","))
            try skip(UInt8(ascii: "]"), "a comma or the array's end")
        }
        depth -= 1
    }

    private mutating func enter(_ byte: UInt8, _ expected: String) throws(Failure) {
        try skip(byte, expected)
        depth += 1
        if depth > maximumDepth { throw error("more than \(maximumDepth) levels") }
    }

    mutating func skip(_ byte: UInt8, _ expected: String) throws(Failure) {
        if try !skipIfNext(byte) { throw error("expected \(expected)") }
    }

    private mutating func skipIfNext(_ byte: UInt8) throws(Failure) -> Bool {
        guard try peek() == byte else { return false }
        skip()
        return true
    }
}

/// A syntax error in JSON.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The error's position, in bytes from the start of the text.
    package var offset: Int
    package var reason: String

    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }

    package var description: String { "not JSON at byte \(offset): \(reason)" }
}
