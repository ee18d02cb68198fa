import PathSchema

extension JSONEventReader {
    /// Skips a string value.
    mutating func skipString() throws {
        bytes.advance()
        while try bytes.first() != nil {
            bytes.skipPlain()
            guard let byte = try bytes.first() else { break }
            switch byte {
            case UInt8(ascii: "\""):
                bytes.advance()
                return
            case UInt8(ascii: "\\"):
                _ = try readEscape()
            case ..<0x20: throw controlCharacter
            default: continue
            }
        }
        throw bytes.error("unexpected end of the file in a string")
    }

    /// Reads a key, without the quotes.
    mutating func readKeyText() throws -> String {
        let start = bytes.location
        bytes.advance()
        var text: [UInt8] = []
        while try bytes.first() != nil {
            text += bytes.takePlain()
            guard text.count <= Self.maximumKeyLength else {
                throw start.error("the key is longer than \(Self.maximumKeyLength) bytes")
            }
            guard let byte = try bytes.first() else { break }
            switch byte {
            case UInt8(ascii: "\""):
                bytes.advance()
                return try Self.key(text, at: start)
            case UInt8(ascii: "\\"): text += Character(try readEscape()).utf8
            case ..<0x20: throw controlCharacter
            default: continue
            }
        }
        throw bytes.error("unexpected end of the file in a string")
    }

    private static let maximumKeyLength = KeyRules.maximumByteCount

    private static func key(_ bytes: [UInt8], at start: JSONBytes.Location) throws -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.isASCIIOnly || text.utf8.elementsEqual(bytes) else {
            throw start.error("the key is not UTF-8")
        }
        guard !bytes.isEmpty else { throw start.error("the key is empty") }
        if let scalar = text.unicodeScalars.first(where: isForbidden) {
            throw start.error(
                "a database key can't contain "
                    + (scalar.value < 0x20 ? "a control character" : "'\(scalar)'"))
        }
        return text
    }

    /// Whether Firebase forbids a character in keys.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\0"..<" ", "\u{7F}", "/", ".", "#", "$", "[", "]": true
        default: false
        }
    }

    private var controlCharacter: ImportError {
        bytes.error("a control character in a string; write it as an escape")
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
        after unit: UInt32, _ start: JSONBytes.Location
    ) throws -> Unicode.Scalar {
        for expected in "\\u".utf8 {
            guard try bytes.first() == expected else { throw start.error("half a character") }
            bytes.advance()
        }
        let trail = try readCodeUnit(start)
        guard unit < 0xDC00, 0xDC00...0xDFFF ~= trail,
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (trail - 0xDC00))
        else { throw start.error("half a character") }
        return scalar
    }

    private mutating func readCodeUnit(_ start: JSONBytes.Location) throws -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = try bytes.first(),
                let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { throw start.error("'\\u' needs four hexadecimal digits") }
            unit = unit << 4 + UInt32(digit)
            bytes.advance()
        }
        return unit
    }
}

extension JSONBytes {
    /// Skips unescaped bytes of a string, up to the end of the chunk.
    fileprivate mutating func skipPlain() {
        position = endOfPlain
    }

    /// Consumes unescaped bytes of a string, up to the end of the chunk.
    fileprivate mutating func takePlain() -> ArraySlice<UInt8> {
        let start = position
        position = endOfPlain
        return chunk[start..<position]
    }

    private var endOfPlain: Int {
        chunk.withUnsafeBufferPointer { bytes in
            var end = position
            while end < bytes.count {
                let byte = bytes[end]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
                end += 1
            }
            return end
        }
    }
}

extension String {
    /// Whether the text is ASCII: only ASCII has as many bytes as UTF-16 code units.
    fileprivate var isASCIIOnly: Bool { utf8.count == utf16.count }
}
