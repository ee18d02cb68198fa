/// Reporting of syntax errors, and recovery from them.
extension JSONReader {
    /// Reports an error, unless it is probably a consequence of the last one.
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

    /// Whether only the colon is missing before this byte, rather than a quotation mark.
    func isMissingColon(before byte: UInt8) -> Bool {
        ("\"" ~= byte || isOpeningBracket(byte)) && scanner.hasEvenQuotesOnLine
    }

    /// Whether only the comma is missing before this byte, rather than that the byte is
    /// superfluous.
    func isMissingComma(before byte: UInt8) -> Bool {
        if "\"" ~= byte { return scanner.hasEvenQuotesOnLine }
        // The next value of an object has a key, unless the key was skipped.
        if isOpeningBracket(byte) { return !builder.isInObject || isRecovering }
        return !(":" ~= byte) && scanner.hasLineBreak(since: endOfLastToken)
    }

    private func isOpeningBracket(_ byte: UInt8) -> Bool {
        "{" ~= byte || "[" ~= byte
    }

    /// Reports an unexpected token in place of a comma or a closing bracket.
    mutating func reportUnexpected(advice: String? = nil) {
        guard let container = builder.open.last else { return }
        var notes = [beginning(of: container)]
        if let advice { notes.append(Diagnostic.Note(advice)) }
        report(
            "expected ',' or \(closing(container)), found \(scanner.found)",
            at: scanner.character(at: scanner.offset), notes: notes)
    }

    /// Reports the first colon in an array that was probably meant to be an object.
    mutating func reportColonInArray() {
        if builder.open.last?.isIncomplete == false {
            reportUnexpected(advice: "an object is enclosed in '{' and '}'")
            builder.markIncomplete()
        }
        isRecovering = true
    }

    /// Reports a missing value before a comma or a closing bracket.
    mutating func reportNoValue(before byte: UInt8) {
        if builder.isInObject {
            guard let key = builder.open.last?.key else { return }
            report("this key has no value", at: key.bytes)
        } else {
            report("expected a value, found \(scanner.found)", at: scanner.offset)
        }
    }

    /// Reads an invalid or unquoted key.
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

    /// Reports unquoted or otherwise unexpected text.
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
                notes: [Diagnostic.Note("JSON strings use straight quotation marks")])
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
            "unexpected \(scanner.found) after the schema",
            at: scanner.character(at: scanner.offset), notes: notes)
    }

    /// Continues as if the comma were present, which is likely enough for later errors to be
    /// reported.
    mutating func readMissingComma(before next: Expectation) {
        report("expected ',' here", at: endOfLastTokenRange)
        isRecovering = false
        expected = next
    }

    /// Skips unrecognized text, up to the brackets and the comma at the end of its line.
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

    /// The range of a missing token: between the last token and the next.
    var endOfLastTokenRange: SourceRange {
        scanner.range(endOfLastToken..<endOfLastToken)
    }
}
