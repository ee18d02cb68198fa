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
