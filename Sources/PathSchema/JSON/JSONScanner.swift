/// Finds the tokens of a JSON text, and reports what is wrong inside of one.
///
/// A token is a range of bytes; the offset is then behind it.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let sourceIndex: Int32
    private(set) var offset: Int
    private(set) var diagnostics: Diagnostics
    private var errorCount = 0

    /// A text with more syntax errors than this is something other than JSON.
    private static let maximumErrorCount = 100

    init(
        bytes: UnsafeBufferPointer<UInt8>, sourceIndex: Int32, start: Int, diagnostics: Diagnostics
    ) {
        self.bytes = bytes
        self.sourceIndex = sourceIndex
        self.offset = start
        self.diagnostics = diagnostics
    }

    /// The byte at the offset; `nil` at the end of the text.
    var byte: UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    var hasTooManyErrors: Bool {
        errorCount >= Self.maximumErrorCount
    }

    mutating func skipByte() {
        offset += 1
    }
}

// MARK: - White space

extension JSONScanner {
    mutating func skipWhiteSpace() {
        while let byte {
            switch byte {
            case " ", "\n", "\r", "\t": offset += 1
            case "/" where skipComment(): continue
            default: return
            }
        }
    }

    /// Skips what other languages take for a comment, if that is what begins here.
    private mutating func skipComment() -> Bool {
        guard !hasTooManyErrors else { return false }
        let start = offset
        if bytes[start...].starts(with: "//".utf8) {
            skip { $0 != UInt8(ascii: "\n") }
        } else if bytes[start...].starts(with: "/*".utf8) {
            offset += 2
            while offset < bytes.count, !bytes[offset...].starts(with: "*/".utf8) {
                offset += 1
            }
            offset = min(offset + 2, bytes.count)
        } else {
            return false
        }
        error(
            "JSON has no comments; a \"$comment\" key is ignored, and \"$doc\" documents",
            at: range(start..<start + 2))
        return true
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while offset < bytes.count, isSkipped(bytes[offset]) {
            offset += 1
        }
    }
}

// MARK: - Strings

extension JSONScanner {
    struct StringToken {
        /// The bytes between the quotes.
        let contents: Range<Int>
        var hasEscapes = false
    }

    mutating func scanString() -> StringToken {
        offset += 1
        var token = StringToken(contents: offset..<offset)
        let start = offset
        while let byte, byte != UInt8(ascii: "\n") {
            switch byte {
            case "\"":
                offset += 1
                return StringToken(contents: start..<offset - 1, hasEscapes: token.hasEscapes)
            case "\\":
                token.hasEscapes = true
                scanEscape()
            case 0..<0x20:
                error("a control character is written as an escape, as in \\t", at: offset)
                offset += 1
            case 0x80...: scanScalar()
            default: offset += 1
            }
        }
        error("the string does not end on its line", at: range(start - 1..<offset))
        return StringToken(contents: start..<offset, hasEscapes: token.hasEscapes)
    }

    /// Scans a string in single quotes, or what is left of its line.
    mutating func scanWronglyQuoted() -> StringToken {
        let quote = bytes[offset]
        let start = offset
        offset += 1
        skip { $0 != quote && $0 != UInt8(ascii: "\n") }
        let contents = start + 1..<offset
        if byte == quote {
            offset += 1
        }
        error("a string is in double quotes", at: range(start..<offset))
        return StringToken(contents: contents)
    }

    private mutating func scanEscape() {
        let start = offset
        offset = min(offset + 2, bytes.count)
        switch bytes[offset - 1] {
        case "\"", "\\", "/", "b", "f", "n", "r", "t": return
        case "u" where skipCodeUnits(from: start): return
        default: error("this is not an escape of JSON", at: range(start..<offset))
        }
    }

    /// Skips `\uXXXX`, or the two of a surrogate pair.
    private mutating func skipCodeUnits(from start: Int) -> Bool {
        guard let unit = codeUnit(at: start) else { return false }
        offset = start + 6
        guard UTF16.isSurrogate(unit) else { return true }
        guard UTF16.isLeadSurrogate(unit), let trail = codeUnit(at: offset),
            UTF16.isTrailSurrogate(trail)
        else { return false }
        offset += 6
        return true
    }

    /// The code unit of the escape `\uXXXX` at an offset, if that is what is there.
    private func codeUnit(at offset: Int) -> UInt16? {
        let escape = bytes[offset...].prefix(6)
        return escape.starts(with: "\\u".utf8) ? JSONEscapes.codeUnit(escape.dropFirst(2)) : nil
    }

    private mutating func scanScalar() {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes[offset...].makeIterator()
        switch parser.parseScalar(from: &rest) {
        case .valid(let scalar): offset += scalar.count
        case .error(let length):
            error("these bytes are not UTF-8", at: range(offset..<offset + length))
            offset += length
        case .emptyInput: return
        }
    }
}

// MARK: - Words and numbers

extension JSONScanner {
    mutating func scanWord() -> Range<Int> {
        let start = offset
        skip(while: Self.isWord)
        return start..<offset
    }

    mutating func scanNumber() -> Range<Int> {
        let start = offset
        skip { Self.isWord($0) || "+" ~= $0 || "-" ~= $0 || "." ~= $0 }
        if !Self.isNumber(bytes[start..<offset]) {
            error("this is not a number of JSON", at: range(start..<offset))
        }
        return start..<offset
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Whether a byte can be part of a word, such as `true`, or a key without quotes.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: false
        }
    }

    /// The grammar of numbers: `-`, an integer without leading zeros, a fraction, an exponent.
    private static func isNumber(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var rest = text
        func skip(_ characters: Unicode.Scalar...) {
            if let first = rest.first, characters.contains(where: { $0 ~= first }) {
                rest = rest.dropFirst()
            }
        }
        func skipDigits() -> Int {
            let digits = rest.prefix { "0"..."9" ~= $0 }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        skip("-")
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let digits = skipDigits()
        guard digits == 1 || digits > 1 && !startsWithZero else { return false }
        if rest.first == UInt8(ascii: ".") {
            skip(".")
            guard skipDigits() > 0 else { return false }
        }
        if let exponent = rest.first, "e" ~= exponent || "E" ~= exponent {
            skip("e", "E")
            skip("+", "-")
            guard skipDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

// MARK: - Errors

extension JSONScanner {
    mutating func error(_ message: String, at range: SourceRange, notes: [Diagnostic.Note] = []) {
        errorCount += 1
        diagnostics.report(Diagnostic(.error, message, at: range, notes: notes))
    }

    mutating func error(_ message: String, at offset: Int) {
        error(message, at: character(at: offset))
    }

    func range(_ bytes: Range<Int>) -> SourceRange {
        SourceRange(source: sourceIndex, lower: bytes.lowerBound, upper: bytes.upperBound)
    }

    /// The range of the character at an offset; empty at the end of the text.
    func character(at offset: Int) -> SourceRange {
        var end = min(offset + 1, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80, end - offset < 4 {
            end += 1
        }
        return range(offset..<end)
    }

    /// The character at the offset, in quotes.
    var found: String {
        let found = character(at: offset)
        return Visible.quoted(text(Int(found.lower)..<Int(found.upper)))
    }
}
