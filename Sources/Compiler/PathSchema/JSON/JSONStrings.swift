/// Scanning of strings, in double quotes or in others.
extension JSONScanner {
    struct StringToken {
        /// The bytes between the quotes.
        let contents: Range<Int>
        var hasEscapes = false
        var isTerminated = true
        /// Whether the text is valid: no error was reported inside of the string.
        var isSound = true
    }

    static let notUTF8 = "these bytes are not UTF-8"

    /// Scans a string of unescaped, valid ASCII, as nearly all strings are.
    ///
    /// - Returns: the text between the quotes; `nil` for any other string, which isn't consumed.
    mutating func scanSimpleString() -> String? {
        let bytes = bytes
        let start = offset + 1
        let end = endOfUnescapedText(from: start)
        guard end < bytes.count, "\"" ~= bytes[end] else { return nil }
        offset = end + 1
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    mutating func scanString() -> StringToken {
        offset += 1
        let start = offset
        let errorCount = errorCount
        var hasEscapes = false
        while let byte = nextSpecialByte() {
            switch byte {
            case "\"":
                offset += 1
                return StringToken(
                    contents: start..<offset - 1, hasEscapes: hasEscapes,
                    isSound: errorCount == self.errorCount)
            case "\\":
                hasEscapes = true
                scanEscape()
            case "\n", "\r":
                guard stringGoesOnAfterLine else {
                    return endUnterminated(from: start, hasEscapes: hasEscapes)
                }
                if errorCount == self.errorCount {
                    error(
                        "a line break in a string is written \\n", at: character(at: offset))
                }
                offset += starts(with: "\r\n", at: offset) ? 2 : 1
            case 0..<0x20:
                error(
                    "a control character must be escaped, here as \(JSONEscapes.escape(byte))",
                    at: character(at: offset))
                offset += 1
            case 0x80...:
                // Such characters mostly come in runs.
                while let byte = self.byte, byte >= 0x80 { scanScalar() }
            default: offset += 1
            }
        }
        return endUnterminated(from: start, hasEscapes: hasEscapes)
    }

    /// Advances to the next byte that needs special treatment, and returns it.
    private mutating func nextSpecialByte() -> UInt8? {
        offset = endOfUnescapedText(from: offset)
        return byte
    }

    /// Returns the offset of the next byte that needs special treatment: a quote, a backslash, a
    /// control character or a non-ASCII byte.
    private mutating func endOfUnescapedText(from start: Int) -> Int {
        // A local copy, since this loop visits each byte and may run unoptimized.
        let bytes = bytes
        let count = bytes.count
        var end = start
        while end < count {
            let byte = bytes[end]
            if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { break }
            end += 1
        }
        return end
    }

    /// Scans a string in single quotes.
    mutating func scanWronglyQuoted() -> StringToken {
        offset += 1
        let start = offset
        skip { !["'", "\n", "\r"].contains(Unicode.Scalar($0)) }
        guard isQuotationMark(at: offset) else {
            return endUnterminated(from: start, hasEscapes: false)
        }
        offset += 1
        let contents = start..<offset - 1
        error("expected double quotes around \(quoted(contents))", at: range(start - 1..<offset))
        return StringToken(contents: contents)
    }

    func isQuotationMark(at offset: Int) -> Bool {
        offset < bytes.count && ("\"" ~= bytes[offset] || "'" ~= bytes[offset])
    }

    /// Ends an unterminated string with its line, before the brackets and the comma that may not
    /// belong to the string.
    private mutating func endUnterminated(from start: Int, hasEscapes: Bool) -> StringToken {
        if offset < bytes.count, !hasEscapes {
            skipBackOverPunctuation(to: start)
        }
        error(
            "the string has no closing quotation mark on its line", at: range(start - 1..<offset))
        return StringToken(
            contents: start..<offset, hasEscapes: hasEscapes, isTerminated: false, isSound: false)
    }

    /// Whether the unterminated string continues after its line: one of the next lines begins with
    /// text and contains the closing quotation mark.
    private var stringGoesOnAfterLine: Bool {
        let rest = bytes[offset...].prefix(Self.longestStringOnLines)
        for line in rest.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            guard let first = text.first else { continue }
            if "\"{}[],".utf8.contains(first) { return false }
            let quotes = text.count { $0 == UInt8(ascii: "\"") }
            if quotes > 0 { return quotes % 2 == 1 }
        }
        return false
    }

    /// The limit in bytes for recognizing a string that spans several lines.
    private static let longestStringOnLines = 2_000

    private mutating func scanScalar() {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes[offset...].makeIterator()
        switch parser.parseScalar(from: &rest) {
        case .valid(let scalar): offset += scalar.count
        case .error(let length):
            error(Self.notUTF8, at: range(offset..<offset + length))
            offset += length
        case .emptyInput: return
        }
    }
}

// MARK: - Escapes

extension JSONScanner {
    private mutating func scanEscape() {
        let start = offset
        offset += 1
        guard let byte, !("\n" ~= byte), !("\r" ~= byte) else { return }
        switch byte {
        case "\"", "\\", "/", "b", "f", "n", "r", "t": offset += 1
        case "u": scanCodeUnits(from: start)
        default:
            offset = Int(character(at: offset).upper)
            error(
                "\(quoted(start..<offset)) is not a valid JSON escape", at: range(start..<offset),
                advice: "write \\\\ for a backslash")
        }
    }

    /// Scans `\uXXXX`, or both escapes of a surrogate pair.
    private mutating func scanCodeUnits(from start: Int) {
        guard let unit = codeUnit(at: start) else {
            offset += 1
            let digits = bytes[offset...].prefix(4)
                .prefix { JSONEscapes.hexadecimalValue($0) != nil }
            offset += digits.count
            return error("\\u needs four hexadecimal digits", at: range(start..<offset))
        }
        offset = start + 6
        guard UTF16.isSurrogate(unit) else { return }
        if UTF16.isLeadSurrogate(unit), let trail = codeUnit(at: offset),
            UTF16.isTrailSurrogate(trail)
        {
            offset += 6
        } else if codeUnit(at: offset) != nil || !starts(with: "\\u", at: offset) {
            error(
                "\(quoted(start..<offset)) is half of a surrogate pair", at: range(start..<offset),
                advice: "write the character itself, or both halves, as in \\uD83D\\uDE00")
        }
    }

    /// Returns the code unit of an escape `\uXXXX` at an offset; `nil` for any other text.
    private func codeUnit(at offset: Int) -> UInt16? {
        let escape = bytes[offset...].prefix(6)
        return escape.starts(with: "\\u".utf8) ? JSONEscapes.codeUnit(escape.dropFirst(2)) : nil
    }
}
