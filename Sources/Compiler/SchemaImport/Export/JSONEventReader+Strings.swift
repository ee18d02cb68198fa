import PathSchema

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
