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
