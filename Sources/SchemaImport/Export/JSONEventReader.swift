/// Reads JSON as a row of events, in memory that doesn't depend on the size of the text.
///
/// Text comes in chunks, and strings that are values are checked but not kept.
struct JSONEventReader {
    enum Event: Equatable {
        case beginObject, endObject, beginArray, endArray
        case key(String)
        case string
        case integer(Int64)
        case double
        case bool(Bool)
        case null
        case end
    }

    private let nextChunk: () throws -> [UInt8]
    private var chunk: [UInt8] = []
    private var position = 0

    private var line = 1
    /// How many bytes come before the current chunk.
    private var chunkOffset = 0
    private var lineOffset = 0

    /// For each open object or array, whether it is an object.
    private var open: [Bool] = []
    private var expectation = Expectation.value

    private enum Expectation {
        case value, valueOrEnd, key, keyOrEnd, commaOrEnd, end
    }

    /// Deeper than any database: Firebase's limit is 32 keys.
    private static let maximumDepth = 64

    /// - Parameter nextChunk: the next bytes of the text; none at its end.
    init(nextChunk: @escaping () throws -> [UInt8]) {
        self.nextChunk = nextChunk
    }
}

// MARK: - Structure

extension JSONEventReader {
    mutating func next() throws -> Event {
        try skipByteOrderMark()
        try skipSpace()
        guard let byte = try peek() else {
            if expectation == .end { return .end }
            throw error("unexpected end of the file")
        }
        switch expectation {
        case .commaOrEnd:
            if try accept(open.last == true ? "}" : "]") { return close() }
            guard try accept(",") else { throw unexpected(byte, expecting: "','") }
            expectation = open.last == true ? .key : .value
            return try next()
        case .keyOrEnd where byte == UInt8(ascii: "}"), .valueOrEnd where byte == UInt8(ascii: "]"):
            advance()
            return close()
        case .key, .keyOrEnd:
            return try readKey(byte)
        case .value, .valueOrEnd:
            return try readValue(byte)
        case .end:
            throw unexpected(byte, expecting: "nothing after the data")
        }
    }

    private mutating func readKey(_ byte: UInt8) throws -> Event {
        guard byte == UInt8(ascii: "\"") else { throw unexpected(byte, expecting: "a key") }
        let key = try readString(keepingText: true)
        try skipSpace()
        guard try accept(":") else { throw error("expected ':' after the key") }
        expectation = .value
        return .key(key)
    }

    private mutating func readValue(_ byte: UInt8) throws -> Event {
        switch byte {
        case UInt8(ascii: "{"): return try beginContainer(isObject: true)
        case UInt8(ascii: "["): return try beginContainer(isObject: false)
        case UInt8(ascii: "\""):
            _ = try readString(keepingText: false)
            return finish(.string)
        case UInt8(ascii: "t"): return finish(try readWord("true", .bool(true)))
        case UInt8(ascii: "f"): return finish(try readWord("false", .bool(false)))
        case UInt8(ascii: "n"): return finish(try readWord("null", .null))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return finish(try readNumber())
        default: throw unexpected(byte, expecting: "a value")
        }
    }

    private mutating func beginContainer(isObject: Bool) throws -> Event {
        guard open.count < Self.maximumDepth else {
            throw error("nested deeper than \(Self.maximumDepth) levels, and so no database's data")
        }
        advance()
        open.append(isObject)
        expectation = isObject ? .keyOrEnd : .valueOrEnd
        return isObject ? .beginObject : .beginArray
    }

    private mutating func close() -> Event {
        finish(open.removeLast() ? .endObject : .endArray)
    }

    private mutating func finish(_ event: Event) -> Event {
        expectation = open.isEmpty ? .end : .commaOrEnd
        return event
    }
}

// MARK: - Words, numbers and strings

extension JSONEventReader {
    private mutating func readWord(_ word: StaticString, _ event: Event) throws -> Event {
        for expected in word.description.utf8 {
            guard try peek() == expected else { throw error("expected '\(word)'") }
            advance()
        }
        return event
    }

    private mutating func readNumber() throws -> Event {
        var text: [UInt8] = []
        while let byte = try peek(), Self.isInNumber(byte) {
            guard text.count < 400 else { throw error("a number of more than 400 digits") }
            text.append(byte)
            advance()
        }
        let digits = String(decoding: text, as: UTF8.self)
        guard Self.isNumber(text) else {
            throw error("'\(digits)' is not a valid JSON number")
        }
        if let integer = Int64(digits) { return .integer(integer) }
        guard let number = Double(digits), number.isFinite else { return .double }
        return Int64(exactly: number).map(Event.integer) ?? .double
    }

    private static func isInNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Whether a text has the form `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?`.
    private static func isNumber(_ text: [UInt8]) -> Bool {
        var rest = text[...]
        func digits() -> Int {
            let count = rest.prefix { 0x30...0x39 ~= $0 }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let count = digits()
        if count == 0 || startsWithZero && count > 1 { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            if digits() == 0 { return false }
        }
        if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
                rest = rest.dropFirst()
            }
            if digits() == 0 { return false }
        }
        return rest.isEmpty
    }

    /// Reads a string, of which a key's text is kept, and a value's only checked.
    private mutating func readString(keepingText: Bool) throws -> String {
        advance()
        var text: [UInt8] = []
        while let byte = try peek() {
            switch byte {
            case UInt8(ascii: "\""):
                advance()
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                advance()
                try readEscape(into: &text)
                if !keepingText { text.removeAll(keepingCapacity: true) }
            case ..<0x20:
                throw error("a control character in a string; write it as an escape")
            default:
                guard text.count < 100_000 else { throw error("a key of more than 100,000 bytes") }
                if keepingText { text.append(byte) }
                advance()
            }
        }
        throw error("unexpected end of the file in a string")
    }

    private mutating func readEscape(into text: inout [UInt8]) throws {
        guard let byte = try peek() else { throw error("unexpected end of the file in a string") }
        advance()
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var unit = try readCodeUnit()
            if UTF16.isLeadSurrogate(UInt16(unit)), try accept("\\"), try accept("u") {
                let trail = try readCodeUnit()
                if UTF16.isTrailSurrogate(UInt16(trail)) {
                    unit = 0x10000 + (unit - 0xD800) << 10 + (trail - 0xDC00)
                }
            }
            text += Character(Unicode.Scalar(unit) ?? "\u{FFFD}").utf8
        default: throw error("'\\\(Character(Unicode.Scalar(byte)))' is not an escape of JSON")
        }
    }

    private mutating func readCodeUnit() throws -> UInt32 {
        var digits: [UInt8] = []
        for _ in 0..<4 {
            guard let byte = try peek() else { break }
            digits.append(byte)
            advance()
        }
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 4, let unit = UInt32(text, radix: 16), !text.hasPrefix("+") else {
            throw error("'\\u' needs four hexadecimal digits")
        }
        return unit
    }
}

// MARK: - Bytes

extension JSONEventReader {
    private mutating func peek() throws -> UInt8? {
        while position == chunk.count {
            let next = try nextChunk()
            if next.isEmpty { return nil }
            chunkOffset += chunk.count
            chunk = next
            position = 0
        }
        return chunk[position]
    }

    private mutating func advance() {
        position += 1
    }

    private mutating func accept(_ character: Unicode.Scalar) throws -> Bool {
        guard try peek() == UInt8(ascii: character) else { return false }
        advance()
        return true
    }

    private mutating func skipSpace() throws {
        while let byte = try peek() {
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                lineOffset = chunkOffset + position + 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            default: return
            }
            advance()
        }
    }

    private mutating func skipByteOrderMark() throws {
        guard chunkOffset + position == 0, try peek() == 0xEF else { return }
        for expected in [0xEF, 0xBB, 0xBF] as [UInt8] {
            guard try peek() == expected else { throw error("the file is not JSON") }
            advance()
        }
    }

    private func unexpected(_ byte: UInt8, expecting expected: String) -> ImportError {
        let found = byte < 0x80 ? Character(Unicode.Scalar(byte)).debugDescription : "character"
        return error("unexpected \(found); expected \(expected)")
    }

    private func error(_ message: String) -> ImportError {
        ImportError(message, line: line, column: chunkOffset + position - lineOffset + 1)
    }
}
