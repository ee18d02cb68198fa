/// Parses JSON text according to RFC 8259, with an optional byte-order mark.
///
/// The reader reports every syntax error and recovers: it assumes a missing comma, colon or
/// bracket, or else continues on the next line. It is a loop with its own stack, so that no nesting
/// depth exhausts the call stack.
package struct JSONReader {
    var scanner: JSONScanner
    var builder: JSONNodeBuilder
    var expected = Expectation.value
    /// Whether nothing has been recognized since the last error, so that a further error is likely
    /// to be its consequence.
    var isRecovering = false
    /// Whether brackets may have been skipped, so that mismatches can't be diagnosed.
    var bracketsAreUncertain = false
    /// The offset of the last comma.
    var comma = 0
    /// The offset after the last token.
    var endOfLastToken = 0

    /// The tokens that the grammar allows next.
    enum Expectation {
        case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, nothing
    }

    /// - Parameter index: the index of the text among the run's inputs.
    /// - Returns: `nil` if nothing was read, which has been reported.
    package static func read(
        _ source: SourceText, index: Int, reportingTo diagnostics: inout Diagnostics
    ) -> JSONNode? {
        var reader = JSONReader(
            scanner: JSONScanner(source, index: index, diagnostics: diagnostics),
            builder: JSONNodeBuilder(source: index))
        reader.read()
        diagnostics = reader.scanner.diagnostics
        return reader.builder.root
    }

    private mutating func read() {
        guard !scanner.reportOtherEncoding() else { return }
        while !scanner.hasTooManyErrors {
            endOfLastToken = scanner.offset
            guard let byte = scanner.skipWhiteSpace() else { return endOfFile() }
            if expected == .nothing {
                reportTextAfterEnd()
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
    /// Reads any token but a closing bracket.
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
        case "{": push(.object, expecting: .keyOrEnd)
        case "[": push(.array, expecting: .valueOrEnd)
        default: readOtherValue(byte)
        }
    }

    /// Reads a number, a word, or an invalid value.
    private mutating func readOtherValue(_ byte: UInt8) {
        switch byte {
        case "'":
            append(scanner.scanWronglyQuoted())
        case "-", "+", ".", "0"..."9":
            if let number = scanner.scanNumber() {
                builder.append(.number, from: number.lowerBound, to: number.upperBound)
            } else {
                appendInvalid(at: scanner.offset)
            }
            isRecovering = false
        case ",":
            reportNoValue(before: byte)
            appendInvalid(at: scanner.offset)
        case ":":
            report("expected a value, found ':'", at: scanner.offset)
            scanner.skipByte()
            return
        default:
            readBareValue()
        }
        valueEnded()
    }

    /// Reads `true`, `false`, `null`, or unquoted text.
    private mutating func readBareValue() {
        let text = scanner.scanBareText()
        switch scanner.text(text) {
        case "true", "false":
            builder.append(.boolean, from: text.lowerBound, to: text.upperBound)
            isRecovering = false
        case "null":
            builder.append(.null, from: text.lowerBound, to: text.upperBound)
            isRecovering = false
        default:
            reportBareText(text, expected: "a value")
            appendInvalid(at: text.lowerBound)
        }
    }

    private mutating func readKey(_ byte: UInt8) {
        guard "\"" ~= byte else { return readOtherKey(byte) }
        readString()
        // Nearly every key has its colon right after it, which needs no search.
        if scanner.skip(":") { colonEnded() } else { expected = .colon }
    }

    private mutating func readColon(_ byte: UInt8) {
        switch byte {
        case ":":
            scanner.skipByte()
            colonEnded()
        case ",":
            reportNoValue(before: byte)
            appendInvalid(at: scanner.offset)
            expected = .commaOrEnd
        case _ where isMissingColon(before: byte):
            report("expected ':' after the key", at: endOfLastTokenRange)
            expected = .value
        case "=":
            report("expected ':' after the key, found '='", at: scanner.offset)
            scanner.skipByte()
            if scanner.byte == UInt8(ascii: ">") { scanner.skipByte() }
            expected = .value
        default:
            report("expected ':' after the key, found \(scanner.found)", at: scanner.offset)
            skipLine()
            expected = .value
        }
    }

    private mutating func readComma(_ byte: UInt8) {
        let next = builder.isInObject ? Expectation.key : .value
        switch byte {
        case ",":
            scanner.skipByte()
            commaEnded()
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

    private mutating func colonEnded() {
        isRecovering = false
        expected = .value
    }

    mutating func commaEnded() {
        comma = scanner.offset - 1
        isRecovering = false
        expected = builder.isInObject ? .key : .value
    }
}
