/// Reads a JSON text as RFC 8259 defines it, and a byte-order mark before it.
///
/// It reports every syntax error, and goes on behind it: as if a missing comma, colon or bracket were
/// there, or on the next line where nothing else can be made of one. It is a loop over an explicit
/// stack, so only memory limits the depth of a text; the language's own limit is the next stage's to
/// check.
struct JSONReader {
    var scanner: JSONScanner
    var builder: JSONDocumentBuilder
    var expected = Expectation.value
    /// Whether nothing has been understood since the last error. What else is wrong is its echo.
    var isRecovering = false
    /// Whether brackets may have been missed, so that nothing can be said of how they match.
    var bracketsAreUncertain = false
    /// Where the last comma is.
    var comma = 0
    /// The offset behind the last token.
    var endOfLastToken = 0

    /// What the grammar allows next.
    enum Expectation {
        case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, nothing
    }

    /// - Parameter names: gains the text of each string.
    static func read(
        _ source: SourceText, index: Int32, names: inout NameTable,
        reportingTo diagnostics: inout Diagnostics
    ) -> JSONDocument {
        var document = JSONDocument(source: source, sourceIndex: index)
        guard source.utf8.count <= SourceText.maximumSize else {
            let start = SourceRange(source: index, lower: 0, upper: 0)
            diagnostics.error("the schema is larger than 2 GB", at: start)
            return document
        }
        source.utf8.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(
                scanner: JSONScanner(
                    bytes: bytes, sourceIndex: index, start: source.start, diagnostics: diagnostics),
                builder: JSONDocumentBuilder(names: names.take(), byteCount: bytes.count))
            reader.read()
            document.nodes = reader.builder.nodes
            names = reader.builder.names
            diagnostics = reader.scanner.diagnostics
        }
        DuplicateKeys.mark(in: &document, reportingTo: &diagnostics)
        return document
    }

    private mutating func read() {
        guard !scanner.reportOtherEncoding() else { return }
        while !scanner.hasTooManyErrors {
            endOfLastToken = scanner.offset
            scanner.skipWhiteSpace()
            guard let byte = scanner.byte else { return endOfFile() }
            if expected == .nothing {
                textBehindTheEnd()
                return builder.markRootIncomplete()
            } else if "}" ~= byte || "]" ~= byte {
                readClosingBracket(byte)
            } else {
                readToken(byte)
            }
        }
        scanner.reportTooManyErrors()
        abandon()
    }
}

// MARK: - The grammar

extension JSONReader {
    /// Reads what is no closing bracket.
    private mutating func readToken(_ byte: UInt8) {
        switch expected {
        case .value, .valueOrEnd: readValue(byte)
        case .key, .keyOrEnd: readKey(byte)
        case .colon: readColon(byte)
        case .commaOrEnd: readComma(byte)
        case .nothing: break
        }
    }

    private mutating func readValue(_ byte: UInt8) {
        switch byte {
        case "\"":
            readString()
            valueEnded()
        case "{": push(.object(), expecting: .keyOrEnd)
        case "[": push(.array(), expecting: .valueOrEnd)
        default: readOtherValue(byte)
        }
    }

    /// Reads a number, a word, or what is no value.
    @inline(never)
    private mutating func readOtherValue(_ byte: UInt8) {
        switch byte {
        case "'":
            append(scanner.scanWronglyQuoted())
        case "-", "+", ".", "0"..."9":
            if let number = scanner.scanNumber() {
                builder.append(.number, number)
            } else {
                builder.appendInvalid(at: scanner.offset)
            }
            isRecovering = false
        case ",":
            reportNoValue(before: byte)
            builder.appendInvalid(at: scanner.offset)
        case ":":
            report("expected a value, found ':'", at: scanner.offset)
            scanner.skipByte()
            return
        default:
            readBareValue()
        }
        valueEnded()
    }

    /// Reads `true`, `false`, `null`, or text that lacks its quotes.
    private mutating func readBareValue() {
        let text = scanner.scanBareText()
        if scanner.matches(text, "true") || scanner.matches(text, "false") {
            builder.append(.boolean, text)
            isRecovering = false
        } else if scanner.matches(text, "null") {
            builder.append(.null, text)
            isRecovering = false
        } else {
            reportBareText(text, expected: "a value")
            builder.appendInvalid(at: text.lowerBound)
        }
    }

    private mutating func readKey(_ byte: UInt8) {
        guard "\"" ~= byte else { return readOtherKey(byte) }
        readString()
        expected = .colon
        // It is right behind nearly every key, and needs no search.
        if isNext(":") { passColon() }
    }

    private mutating func readColon(_ byte: UInt8) {
        switch byte {
        case ":":
            passColon()
        case ",":
            reportNoValue(before: byte)
            builder.appendInvalid(at: scanner.offset)
            expected = .commaOrEnd
        case _ where isMissingColon(before: byte):
            report("expected ':' behind the key", at: placeBehindLastToken)
            expected = .value
        case "=":
            report("expected ':' behind the key, found '='", at: scanner.offset)
            scanner.skipByte()
            if scanner.byte == UInt8(ascii: ">") { scanner.skipByte() }
            expected = .value
        default:
            report("expected ':' behind the key, found \(scanner.found)", at: scanner.offset)
            skipLine()
            expected = .value
        }
    }

    private mutating func readComma(_ byte: UInt8) {
        let next = builder.isInObject ? Expectation.key : .value
        switch byte {
        case ",":
            passComma()
        case ";":
            report("expected ',', found ';'", at: scanner.offset)
            scanner.skipByte()
            expected = next
        case ":" where !builder.isInObject:
            reportColonInArray()
            scanner.skipByte()
            expected = next
        case _ where isMissingComma(before: byte):
            readMissingComma(before: next)
        default:
            reportUnexpected()
            skipLine()
        }
    }

    private mutating func passColon() {
        scanner.skipByte()
        isRecovering = false
        expected = .value
    }

    private mutating func passComma() {
        comma = scanner.offset
        scanner.skipByte()
        isRecovering = false
        expected = builder.isInObject ? .key : .value
    }

    /// Whether the next token is a certain byte, with no white space before it.
    private func isNext(_ byte: Unicode.Scalar) -> Bool {
        scanner.byte == UInt8(ascii: byte) && !scanner.hasTooManyErrors
    }
}

// MARK: - Nodes

extension JSONReader {
    private mutating func readString() {
        if let contents = scanner.scanPlainString() {
            builder.appendString(contents, of: scanner.bytes)
            isRecovering = false
        } else {
            append(scanner.scanString())
        }
    }

    mutating func append(_ string: JSONScanner.StringToken) {
        if !string.isSound {
            builder.appendInvalid(string.contents)
        } else if string.hasEscapes {
            builder.appendEscapedString(string.contents, of: scanner.bytes)
        } else {
            builder.appendString(string.contents, of: scanner.bytes)
        }
        isRecovering = !string.isTerminated
        bracketsAreUncertain = bracketsAreUncertain || !string.isTerminated
    }

    private mutating func push(
        _ container: JSONDocument.Node.Content, expecting next: Expectation
    ) {
        builder.push(container, at: scanner.offset)
        scanner.skipByte()
        isRecovering = false
        expected = next
    }

    mutating func valueEnded() {
        guard builder.isInContainer else {
            expected = .nothing
            return
        }
        expected = .commaOrEnd
        // It is right behind nearly every value, and needs no search.
        if isNext(",") { passComma() }
    }
}
