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

// MARK: - Texts without quotes

/// Unquoted text, where JSON allows only the words `true`, `false` and `null`.
extension JSONScanner {
    enum BareText {
        /// Probably a name or a type.
        case word
        /// A string in typographic quotation marks, as word processors insert them.
        case typographicQuotes
        case symbol
        case notUTF8
    }

    /// Scans text up to the next JSON punctuation or the end of the line. Type arguments are
    /// included, so that `Page<A, B>` is one text.
    mutating func scanBareText() -> Range<Int> {
        let start = offset
        var angles = 0
        offset += 1
        if "<" ~= bytes[start] { angles += 1 }
        scan: while let byte {
            switch byte {
            case "<": angles += 1
            case ">": angles -= 1
            case "{", "}", "\n", "\r": break scan
            case ",", ":", "[", "]":
                if angles <= 0 { break scan }
            case "\"":
                if bytes[offset - 1] != UInt8(ascii: " ") { offset += 1 }
                break scan
            case "/" where starts(with: "//", at: offset) || starts(with: "/*", at: offset):
                break scan
            default: break
            }
            offset += 1
        }
        while offset > start + 1, " " ~= bytes[offset - 1] || "\t" ~= bytes[offset - 1] {
            offset -= 1
        }
        return start..<offset
    }

    func kindOfBareText(_ text: Range<Int>) -> BareText {
        var parser = Unicode.UTF8.ForwardParser()
        var bytes = bytes[text].makeIterator()
        guard case .valid(let encoded) = parser.parseScalar(from: &bytes) else { return .notUTF8 }
        let scalar = Unicode.UTF8.decode(encoded)
        if scalar.properties.isQuotationMark, !scalar.isASCII { return .typographicQuotes }
        return scalar.properties.isAlphabetic || "_$<".unicodeScalars.contains(scalar)
            ? .word : .symbol
    }
}

// MARK: - Lines

extension JSONScanner {
    /// Whether the quotation marks between the offset and the end of its line can belong to
    /// complete strings.
    var hasEvenQuotesOnLine: Bool {
        var isEven = true
        var next = offset
        while next < bytes.count, bytes[next] != UInt8(ascii: "\n") {
            if bytes[next] == UInt8(ascii: "\\") {
                next += 1
            } else if bytes[next] == UInt8(ascii: "\"") {
                isEven.toggle()
            }
            next += 1
            if next - offset > Self.longestLine { return true }
        }
        return isEven
    }

    /// The limit for searching a line for the cause of an error. A longer line was hardly written
    /// by hand.
    private static let longestLine = 10_000

    func hasLineBreak(since end: Int) -> Bool {
        bytes[end..<offset].contains(UInt8(ascii: "\n"))
    }

    /// Whether only white space follows the byte at the offset.
    var isFollowedByEnd: Bool {
        bytes[(offset + 1)...].allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    /// Skips the rest of the line, except for the punctuation at its end.
    mutating func skipLine() {
        offset += 1
        let start = offset
        skip { $0 != UInt8(ascii: "\n") }
        skipBackOverPunctuation(to: start)
    }

    mutating func skipBackOverPunctuation(to start: Int) {
        while offset > start {
            switch bytes[offset - 1] {
            case " ", "\t", "\r", ",", ":", "{", "}", "[", "]": offset -= 1
            default: return
            }
        }
    }
}

// MARK: - Brackets

/// Handling of closing brackets: matched, mismatched, or missing.
extension JSONReader {
    mutating func readClosingBracket(_ byte: UInt8) {
        switch expected {
        case .key: report("JSON doesn't allow trailing commas", at: comma)
        case .value where builder.containerKind == .array:
            report("JSON doesn't allow trailing commas", at: comma)
        case .value, .colon:
            reportNoValue(before: byte)
            appendInvalid(at: scanner.offset)
            bracketsAreUncertain = bracketsAreUncertain || builder.containerKind == nil
        case .keyOrEnd, .valueOrEnd, .commaOrEnd, .nothing: break
        }
        close(with: "}" ~= byte ? .object : .array)
    }

    /// Closes the innermost container with the bracket at the offset, which may not match.
    private mutating func close(with kind: JSONNodeBuilder.ContainerKind) {
        if builder.containerKind == kind {
            isRecovering = false
            scanner.skipByte()
            pop()
        } else {
            closeContainers(before: kind)
            scanner.skipByte()
            popIncomplete()
        }
        valueEnded()
    }

    /// Closes the containers whose brackets are missing before the bracket at the offset.
    private mutating func closeContainers(before kind: JSONNodeBuilder.ContainerKind) {
        reportUnexpected()
        bracketsAreUncertain = true
        guard let owner = owner(ofClosing: kind) else { return }
        while builder.open.count > owner + 1 {
            popIncomplete()
        }
    }

    /// Returns the open container that a mismatched bracket closes. Assumes that the brackets in
    /// between are missing, unless the text would then end too early.
    private func owner(ofClosing kind: JSONNodeBuilder.ContainerKind) -> Int? {
        let owner = builder.open.lastIndex { $0.kind == kind }
        return owner == 0 && !scanner.isFollowedByEnd ? nil : owner
    }

    /// Stops reading: gives the last key a value, and closes the open containers as incomplete.
    mutating func abandon() {
        if builder.isInObject, expected == .colon || expected == .value {
            appendInvalid(at: scanner.offset)
        }
        while builder.containerKind != nil {
            popIncomplete()
        }
    }

    mutating func endOfFile() {
        defer { abandon() }
        if let container = builder.open.last {
            guard !bracketsAreUncertain else { return }
            scanner.error(
                "expected \(closing(container)) before the end of the file",
                at: endOfLastTokenRange, notes: [beginning(of: container)])
        } else if builder.isEmpty, !scanner.hasErrors {
            scanner.error(
                "the schema is empty; expected a JSON object, as in { \"name\": \"String\" }",
                at: scanner.range(scanner.start..<scanner.start))
        }
    }
}
