import PathSchema

/// Parses JSON into a sequence of events, in memory independent of the text's size.
///
/// Text arrives in chunks, and string values are validated but not kept.
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

    var bytes: JSONBytes

    /// Whether each open container is an object, outermost first.
    private var open: [Bool] = []
    private var expectation = Expectation.value

    private enum Expectation {
        case value, valueOrEnd, key, keyOrEnd, commaOrEnd, end
    }

    /// - Parameter nextChunk: returns the next bytes of the text; none at its end.
    init(nextChunk: @escaping () throws -> [UInt8]) {
        bytes = JSONBytes(nextChunk: nextChunk)
    }
}

extension JSONEventReader {
    mutating func next() throws -> Event {
        guard var byte = try bytes.firstAfterSpace() else {
            if expectation == .end { return .end }
            throw bytes.error("unexpected end of the file")
        }
        if expectation == .commaOrEnd {
            if byte == (open.last == true ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                return close()
            }
            guard byte == UInt8(ascii: ",") else { throw unexpected(byte, expecting: "','") }
            bytes.advance()
            expectation = open.last == true ? .key : .value
            guard let next = try bytes.firstAfterSpace() else {
                throw bytes.error("unexpected end of the file")
            }
            byte = next
        }
        switch expectation {
        case .keyOrEnd where byte == UInt8(ascii: "}"), .valueOrEnd where byte == UInt8(ascii: "]"):
            return close()
        case .key, .keyOrEnd: return try readKey(byte)
        case .value, .valueOrEnd, .commaOrEnd: return try readValue(byte)
        case .end: throw unexpected(byte, expecting: "nothing after the data")
        }
    }

    private mutating func readKey(_ byte: UInt8) throws -> Event {
        guard byte == UInt8(ascii: "\"") else { throw unexpected(byte, expecting: "a key") }
        let key = try readKeyText()
        guard let colon = try bytes.firstAfterSpace(), colon == UInt8(ascii: ":") else {
            throw bytes.error("expected ':' after the key")
        }
        bytes.advance()
        expectation = .value
        return .key(key)
    }

    private mutating func readValue(_ byte: UInt8) throws -> Event {
        switch byte {
        case UInt8(ascii: "{"): return try beginContainer(isObject: true)
        case UInt8(ascii: "["): return try beginContainer(isObject: false)
        case UInt8(ascii: "\""):
            _ = try readString(isKey: false)
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
        guard open.count < KeyRules.maximumDepth else {
            throw bytes.error(
                "nested more than \(KeyRules.maximumDepth) levels deep; "
                    + "Firebase allows no deeper paths")
        }
        bytes.advance()
        open.append(isObject)
        expectation = isObject ? .keyOrEnd : .valueOrEnd
        return isObject ? .beginObject : .beginArray
    }

    private mutating func close() -> Event {
        bytes.advance()
        return finish(open.removeLast() ? .endObject : .endArray)
    }

    private mutating func finish(_ event: Event) -> Event {
        expectation = open.isEmpty ? .end : .commaOrEnd
        return event
    }

    private mutating func readWord(_ word: StaticString, _ event: Event) throws -> Event {
        let start = bytes.location
        for expected in word.description.utf8 {
            guard try bytes.first() == expected else {
                throw start.error("expected a value, as in '\(word)'")
            }
            bytes.advance()
        }
        return event
    }

    private func unexpected(_ byte: UInt8, expecting expected: String) -> ImportError {
        let isPrintable = 0x21...0x7E ~= byte
        let found = isPrintable ? "'\(Character(Unicode.Scalar(byte)))'" : "character"
        return bytes.error("unexpected \(found); expected \(expected)")
    }
}

// MARK: - Strings

extension JSONEventReader {
    /// Reads a string, quotes included.
    ///
    /// - Returns: the text of a key; nothing for a value, which is only validated.
    mutating func readString(isKey: Bool) throws -> [UInt8] {
        let start = bytes.location
        bytes.advance()
        var text: [UInt8] = []
        while try bytes.first() != nil {
            let plain = bytes.takePlain()
            if isKey { text += plain }
            guard text.count <= KeyRules.maximumByteCount else {
                throw start.error("the key is longer than \(KeyRules.maximumByteCount) bytes")
            }
            guard let byte = try bytes.first() else { break }
            switch byte {
            case UInt8(ascii: "\""):
                bytes.advance()
                return text
            case UInt8(ascii: "\\"):
                let scalar = try readEscape()
                if isKey { text += Character(scalar).utf8 }
            case ..<0x20:
                throw bytes.error("a control character in a string; write it as an escape")
            default: continue
            }
        }
        throw bytes.error("unexpected end of the file in a string")
    }

    /// Reads a key, quotes included, which must be valid in a database.
    mutating func readKeyText() throws -> String {
        let start = bytes.location
        let written = try readString(isKey: true)
        let text = String(decoding: written, as: UTF8.self)
        guard text.isASCII || text.utf8.elementsEqual(written) else {
            throw start.error("the key is not UTF-8")
        }
        if let violation = KeyRules.violation(in: text) {
            throw start.error(violation.message)
        }
        return text
    }
}

// MARK: - Escapes

extension JSONEventReader {
    /// Reads an escape sequence, and returns the scalar that it denotes.
    private mutating func readEscape() throws -> Unicode.Scalar {
        let start = bytes.location
        bytes.advance()
        guard let byte = try bytes.first() else {
            throw bytes.error("unexpected end of the file in a string")
        }
        bytes.advance()
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try readCodeUnit(start)
            if let scalar = Unicode.Scalar(unit) { return scalar }
            return try readTrailingSurrogate(after: unit, start)
        default:
            throw start.error("this is not an escape of JSON")
        }
    }

    private mutating func readTrailingSurrogate(
        after lead: UInt16, _ start: JSONBytes.Location
    ) throws -> Unicode.Scalar {
        for expected in "\\u".utf8 {
            guard try bytes.first() == expected else { throw start.error("half a character") }
            bytes.advance()
        }
        let trail = try readCodeUnit(start)
        guard UTF16.isLeadSurrogate(lead), UTF16.isTrailSurrogate(trail) else {
            throw start.error("half a character")
        }
        return UTF16.decode(UTF16.EncodedScalar([lead, trail]))
    }

    private mutating func readCodeUnit(_ start: JSONBytes.Location) throws -> UInt16 {
        var digits: [UInt8] = []
        while digits.count < 4, let byte = try bytes.first() {
            digits.append(byte)
            bytes.advance()
        }
        guard let unit = JSONEscapes.codeUnit(digits) else {
            throw start.error("'\\u' needs four hexadecimal digits")
        }
        return unit
    }
}

extension JSONBytes {
    /// Consumes unescaped bytes of a string, up to the end of the chunk.
    fileprivate mutating func takePlain() -> ArraySlice<UInt8> {
        let start = position
        position = chunk.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count {
                let byte = bytes[end]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
                end += 1
            }
            return end
        }
        return chunk[start..<position]
    }
}

// MARK: - Numbers

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

// MARK: - Bytes

/// The bytes of a text that arrives in chunks, with the current location.
struct JSONBytes {
    private let nextChunk: () throws -> [UInt8]
    private(set) var chunk: [UInt8] = []
    /// The index of the next byte in the chunk.
    var position = 0

    private var line = 1
    /// The number of bytes before the current chunk.
    private var chunkOffset = 0
    private var lineOffset = 0

    init(nextChunk: @escaping () throws -> [UInt8]) {
        self.nextChunk = nextChunk
    }

    /// Returns the next byte without consuming it; `nil` at the end.
    @inline(__always)
    mutating func first() throws -> UInt8? {
        if position < chunk.count { return chunk[position] }
        return try firstOfNextChunk()
    }

    private mutating func firstOfNextChunk() throws -> UInt8? {
        let isFirst = chunkOffset == 0 && chunk.isEmpty
        chunkOffset += chunk.count
        position = 0
        chunk = try nextChunk()
        if isFirst { try skipByteOrderMark() }
        return position < chunk.count ? chunk[position] : nil
    }

    @inline(__always)
    mutating func advance() {
        position += 1
    }

    /// Skips white space and returns the next byte without consuming it.
    mutating func firstAfterSpace() throws -> UInt8? {
        while let byte = try first() {
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                lineOffset = chunkOffset + position + 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            default: return byte
            }
            advance()
        }
        return nil
    }

    /// Skips UTF-8's byte-order mark, which some editors insert, and which may span chunks.
    private mutating func skipByteOrderMark() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        while chunk.count < mark.count, mark.starts(with: chunk), !chunk.isEmpty {
            let more = try nextChunk()
            if more.isEmpty { return }
            chunk += more
        }
        if chunk.starts(with: mark) { position = mark.count }
        lineOffset = position
    }

}

extension JSONBytes {
    /// The location of a byte.
    struct Location {
        fileprivate let line: Int
        fileprivate let column: Int

        func error(_ message: String) -> ImportError {
            ImportError(message, line: line, column: column)
        }
    }

    /// The location of the next byte.
    var location: Location {
        Location(line: line, column: chunkOffset + position - lineOffset + 1)
    }

    /// Returns an error at the next byte.
    func error(_ message: String) -> ImportError {
        location.error(message)
    }
}
