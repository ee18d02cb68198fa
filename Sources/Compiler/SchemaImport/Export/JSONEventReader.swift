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
