/// Tokenizes JSON text, and reports errors inside of tokens.
///
/// A token is a range of bytes; scanning leaves the offset after it.
struct JSONScanner {
    let bytes: [UInt8]
    /// The offset of the first byte after an optional byte-order mark.
    let start: Int
    var offset: Int
    private let source: Int
    var diagnostics: Diagnostics
    private(set) var errorCount = 0

    /// The number of syntax errors after which the text is taken for another format than JSON.
    private static let maximumErrorCount = 100

    init(_ source: SourceText, index: Int, diagnostics: Diagnostics) {
        bytes = source.utf8
        start = source.start
        offset = source.start
        self.source = index
        self.diagnostics = diagnostics
    }

    /// The byte at the offset; `nil` at the end of the text.
    var byte: UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    mutating func skipByte() {
        offset += 1
    }

    /// Skips an ASCII character if it comes next, unless reading has been abandoned.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, character ~= bytes[offset],
            errorCount < Self.maximumErrorCount
        else { return false }
        offset += 1
        return true
    }

    /// Whether the bytes at an offset begin with an ASCII text.
    func starts(with text: String, at offset: Int) -> Bool {
        bytes[offset...].starts(with: text.utf8)
    }

    /// Decodes a range of bytes.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

// MARK: - White space

extension JSONScanner {
    /// Skips white space, and comments, which are reported.
    ///
    /// - Returns: the next byte; `nil` at the end of the text.
    mutating func skipWhiteSpace() -> UInt8? {
        while true {
            // A local copy, since this loop visits each byte and may run unoptimized.
            let bytes = bytes
            let count = bytes.count
            var end = offset
            while end < count {
                let byte = bytes[end]
                guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
                end += 1
            }
            offset = end
            guard end < count else { return nil }
            let byte = bytes[end]
            guard byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#"), skipComment() else {
                return byte
            }
        }
    }

    /// Skips a comment in the syntax of another language, if one begins here.
    private mutating func skipComment() -> Bool {
        let start = offset
        if starts(with: "#", at: start) || starts(with: "//", at: start) {
            skip { $0 != UInt8(ascii: "\n") }
            error(Self.noComments, at: range(start..<offset), advice: Self.insteadOfComments)
        } else if starts(with: "/*", at: start) {
            offset += 2
            while offset < bytes.count, !starts(with: "*/", at: offset) {
                offset += 1
            }
            offset = min(offset + 2, bytes.count)
            error(Self.noComments, at: range(start..<start + 2), advice: Self.insteadOfComments)
        } else {
            return false
        }
        return true
    }

    private static let noComments = "JSON doesn't allow comments"
    private static let insteadOfComments =
        "\"$comment\": \"…\" is ignored, and \"$doc\": \"…\" becomes documentation"

    mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while offset < bytes.count, isSkipped(bytes[offset]) {
            offset += 1
        }
    }
}

// MARK: - Numbers

extension JSONScanner {
    /// - Returns: `nil` if the number is invalid, which has been reported.
    mutating func scanNumber() -> Range<Int>? {
        let start = offset
        skip { byte in
            switch byte {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "+", "-", ".": true
            default: false
            }
        }
        let number = start..<offset
        if JSONNumber.isNumber(bytes[number]) { return number }
        error("\(quoted(number)) is not a valid JSON number", at: range(number))
        return nil
    }
}

// MARK: - Errors

extension JSONScanner {
    var hasErrors: Bool { errorCount > 0 }

    var hasTooManyErrors: Bool { errorCount >= Self.maximumErrorCount }

    mutating func error(_ message: String, at range: SourceRange, notes: [Diagnostic.Note] = []) {
        guard !hasTooManyErrors else { return }
        errorCount += 1
        diagnostics.report(Diagnostic(.error, message, at: range, notes: notes))
    }

    mutating func error(_ message: String, at range: SourceRange, advice: String) {
        error(message, at: range, notes: [Diagnostic.Note(advice)])
    }

    mutating func reportTooManyErrors() {
        diagnostics.error(
            "stopped reading here after \(errorCount) errors",
            at: range(offset..<offset))
    }

    /// Reports an encoding other than UTF-8, in which every byte would be an error.
    mutating func reportOtherEncoding() -> Bool {
        let first = Array(bytes.prefix(2))
        guard
            first == [0xFE, 0xFF] || first == [0xFF, 0xFE] || first.count == 2 && first.contains(0)
        else { return false }
        error("the schema is not in UTF-8; it looks like UTF-16 or UTF-32", at: range(0..<0))
        return true
    }

    func range(_ bytes: Range<Int>) -> SourceRange {
        SourceRange(source: source, lower: bytes.lowerBound, upper: bytes.upperBound)
    }

    /// Returns the range of the character at an offset; empty at the end of the text.
    func character(at offset: Int) -> SourceRange {
        var end = min(offset + 1, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80, end - offset < 4 {
            end += 1
        }
        return range(offset..<end)
    }

    /// Returns a range of bytes in quotes.
    func quoted(_ text: Range<Int>) -> String {
        Visible.quoted(utf8: bytes[text])
    }

    /// The character at the offset, in quotes.
    var found: String {
        let found = character(at: offset)
        return quoted(found.lower..<found.upper)
    }
}

// MARK: - Strings

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

// MARK: - Escapes

/// The escape sequences of JSON strings (RFC 8259, section 7).
package enum JSONEscapes {
    /// Decodes bytes whose escapes have been validated.
    static func decode(_ written: ArraySlice<UInt8>) -> String {
        var decoded: [UInt8] = []
        var rest = written
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                decoded.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "u"): decoded += String(decodeScalar(&rest)).utf8
            case UInt8(ascii: "b"): decoded.append(0x08)
            case UInt8(ascii: "f"): decoded.append(0x0C)
            case UInt8(ascii: "n"): decoded.append(0x0A)
            case UInt8(ascii: "r"): decoded.append(0x0D)
            case UInt8(ascii: "t"): decoded.append(0x09)
            default: decoded.append(escape)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Returns the code unit that four hexadecimal digits spell; `nil` for any other bytes.
    package static func codeUnit(_ digits: some Collection<UInt8>) -> UInt16? {
        guard digits.count == 4 else { return nil }
        return digits.reduce(UInt16?.some(0)) { unit, digit in
            guard let unit, let value = hexadecimalValue(digit) else { return nil }
            return unit << 4 | value
        }
    }

    /// Decodes the scalar after `\u`: four digits, or for a surrogate pair `XXXX\uXXXX`.
    private static func decodeScalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
        guard let unit = codeUnit(rest.prefix(4)) else { return "\u{FFFD}" }
        rest = rest.dropFirst(4)
        guard UTF16.isLeadSurrogate(unit), let trail = codeUnit(rest.dropFirst(2).prefix(4)),
            UTF16.isTrailSurrogate(trail)
        else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        rest = rest.dropFirst(6)
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    /// Returns the escape sequence of a control character.
    static func escape(_ control: UInt8) -> String {
        switch control {
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        default: "\\u" + Unicode.Scalar(control).hexadecimal
        }
    }

    static func hexadecimalValue(_ digit: UInt8) -> UInt16? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(digit - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(digit - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

// MARK: - Numbers

/// The grammar of numbers (RFC 8259, section 6): `-`, an integer without leading zeros, a fraction, an
/// exponent.
package struct JSONNumber {
    private var rest: ArraySlice<UInt8>

    package static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        var number = JSONNumber(rest: text)
        return number.skipAll() && number.rest.isEmpty
    }

    private mutating func skipAll() -> Bool {
        _ = skip("-")
        guard skip("0") || skipDigits() else { return false }
        if skip("."), !skipDigits() { return false }
        if skip("e") || skip("E") {
            _ = skip("+") || skip("-")
            return skipDigits()
        }
        return true
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips one or more digits. Returns whether there are any.
    private mutating func skipDigits() -> Bool {
        let digits = rest.prefix { "0"..."9" ~= $0 }
        rest = rest.dropFirst(digits.count)
        return !digits.isEmpty
    }
}
