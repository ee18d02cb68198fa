/// What the reader says of a syntax error, and where it goes on.
extension JSONReader {
    /// Reports an error, unless it is likely to be the last one's echo.
    mutating func report(
        _ message: String, at range: SourceRange, notes: [Diagnostic.Note] = []
    ) {
        if !isRecovering {
            scanner.error(message, at: range, notes: notes)
        }
        isRecovering = true
    }

    mutating func report(_ message: String, at offset: Int) {
        report(message, at: scanner.character(at: offset))
    }

    /// Whether only the colon is missing where this byte is, rather than a quotation mark before it.
    func isMissingColon(before byte: UInt8) -> Bool {
        ("\"" ~= byte || isOpeningBracket(byte)) && scanner.hasEvenQuotesOnLine
    }

    /// Whether only the comma is missing where this byte is, rather than that the byte is too much.
    func isMissingComma(before byte: UInt8) -> Bool {
        if "\"" ~= byte { return scanner.hasEvenQuotesOnLine }
        // An object's next value has a key, unless that was skipped.
        if isOpeningBracket(byte) { return !builder.isInObject || isRecovering }
        return !(":" ~= byte) && scanner.hasLineBreak(since: endOfLastToken)
    }

    private func isOpeningBracket(_ byte: UInt8) -> Bool {
        "{" ~= byte || "[" ~= byte
    }

    /// Reports what stands where a comma or a closing bracket should.
    mutating func reportUnexpected(advice: String? = nil) {
        guard let container = builder.open.last else { return }
        var notes = [beginning(of: container)]
        if let advice { notes.append(Diagnostic.Note(advice)) }
        report(
            "expected ',' or \(closing(container)), found \(scanner.found)",
            at: scanner.character(at: scanner.offset), notes: notes)
    }

    /// Reports the first colon of an array that should be an object.
    mutating func reportColonInArray() {
        if builder.open.last?.isIncomplete == false {
            reportUnexpected(advice: "an object is written in '{' and '}'")
            builder.markIncomplete()
        }
        isRecovering = true
    }

    /// Reports that the value ends before it began: at a comma or a closing bracket.
    mutating func reportNoValue(before byte: UInt8) {
        if builder.isInObject {
            guard let key = builder.open.last?.key else { return }
            report("this key has no value", at: key.bytes)
        } else {
            report("expected a value, found \(scanner.found)", at: scanner.offset)
        }
    }

    /// Reads what is no key, or lacks its quotes.
    mutating func readOtherKey(_ byte: UInt8) {
        switch byte {
        case "'":
            append(scanner.scanWronglyQuoted())
        case ",":
            report("expected a key in double quotes, found ','", at: scanner.offset)
            scanner.skipByte()
            return
        case ":", "{", "[":
            report("expected a key in double quotes, found \(scanner.found)", at: scanner.offset)
            appendInvalid(at: scanner.offset)
            expected = byte == UInt8(ascii: ":") ? .colon : .value
            return
        default:
            let text = scanner.scanBareText()
            reportBareText(text, expected: "a key in double quotes")
            appendString(text)
        }
        expected = .colon
    }

    /// Reports text that lacks its quotes, or is something else.
    mutating func reportBareText(_ text: Range<Int>, expected: String) {
        let range = scanner.range(text)
        switch scanner.kindOfBareText(text) {
        case .word where scanner.isQuotationMark(at: text.upperBound - 1):
            report(
                "expected '\"' before \(scanner.quoted(text.lowerBound..<text.upperBound - 1))",
                at: scanner.range(text.lowerBound..<text.lowerBound))
        case .word:
            report("expected double quotes around \(scanner.quoted(text))", at: range)
        case .typographicQuotes:
            report(
                "expected double quotes as in \"name\", found \(scanner.quoted(text))", at: range,
                notes: [Diagnostic.Note("JSON's quotation marks are straight")])
        case .notUTF8: report(JSONScanner.notUTF8, at: text.lowerBound)
        case .symbol:
            report("expected \(expected), found \(scanner.quoted(text))", at: range)
        }
    }

    mutating func reportTextAfterEnd() {
        guard !bracketsAreUncertain, let schema = builder.root else { return }
        var notes: [Diagnostic.Note] = []
        switch schema.value {
        case .object, .array:
            let end = schema.bytes.upper
            notes = [Diagnostic.Note("the schema ends here", at: scanner.range(end - 1..<end))]
        case .string, .number, .boolean, .null: break
        case .invalid: return
        }
        report(
            "expected nothing behind the schema, found \(scanner.found)",
            at: scanner.character(at: scanner.offset), notes: notes)
    }

    /// Goes on as if the comma were there. It is likely enough that errors after it are no echoes.
    mutating func readMissingComma(before next: Expectation) {
        report("expected ',' here", at: endOfLastTokenRange)
        isRecovering = false
        expected = next
    }

    /// Skips what can't be understood, up to the brackets and the comma at the end of its line.
    mutating func skipLine() {
        scanner.skipLine()
        builder.markIncomplete()
        bracketsAreUncertain = true
    }

    func beginning(of container: JSONNodeBuilder.Container) -> Diagnostic.Note {
        Diagnostic.Note(
            "the \(container.kind) begins here", at: scanner.character(at: container.start))
    }

    func closing(_ container: JSONNodeBuilder.Container) -> String {
        container.kind == .object ? "'}'" : "']'"
    }

    /// Where something is missing: between the last token and what follows it.
    var endOfLastTokenRange: SourceRange {
        scanner.range(endOfLastToken..<endOfLastToken)
    }
}
