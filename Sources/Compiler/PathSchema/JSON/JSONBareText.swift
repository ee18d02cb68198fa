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
