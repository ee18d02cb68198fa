/// Reads a JSON text as RFC 8259 defines it, and a byte-order mark before it.
///
/// It reports every syntax error that it can go on from: a missing or trailing comma, a comment, a word
/// or a string in the wrong quotes. Behind any other it stops, and what is still open is left
/// incomplete. It is a loop over an explicit stack, so only memory limits the depth of a text; the
/// language's own limit is the next stage's to check.
struct JSONReader {
    private var scanner: JSONScanner
    private var nodes: [JSONDocument.Node] = []
    /// The containers that are not closed yet, outermost first.
    private var open: [Int] = []
    private var expected = Expectation.value

    /// What the grammar allows next.
    private enum Expectation {
        case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, nothing
    }

    static func read(
        _ source: SourceText, index: Int32, reportingTo diagnostics: inout Diagnostics
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
                    bytes: bytes, sourceIndex: index, start: source.start, diagnostics: diagnostics)
            )
            reader.read()
            document.nodes = reader.nodes
            diagnostics = reader.scanner.diagnostics
        }
        DuplicateKeys.report(in: document, to: &diagnostics)
        return document
    }

    private init(scanner: JSONScanner) {
        self.scanner = scanner
    }
}

// MARK: - The grammar

extension JSONReader {
    private mutating func read() {
        while true {
            scanner.skipWhiteSpace()
            guard let byte = scanner.byte else { return endOfFile() }
            let goesOn =
                switch expected {
                case .value, .valueOrEnd: readValue(byte)
                case .key, .keyOrEnd: readKey(byte)
                case .colon: readColon(byte)
                case .commaOrEnd: readCommaOrEnd(byte)
                case .nothing: unexpected("the schema ends before \(scanner.found)")
                }
            guard goesOn, !scanner.hasTooManyErrors else { return abandon() }
        }
    }

    private mutating func readValue(_ byte: UInt8) -> Bool {
        switch byte {
        case "{":
            push(.object, expecting: .keyOrEnd)
            return true
        case "[":
            push(.array, expecting: .valueOrEnd)
            return true
        case "]" where expected == .valueOrEnd:
            pop()
            return true
        case "\"": append(scanner.scanString())
        case "'": append(scanner.scanWronglyQuoted())
        case "-", "+", ".", "0"..."9": append(.number, scanner.scanNumber())
        case _ where JSONScanner.isWord(byte): readWord()
        case "]", "}", ",":
            scanner.error("expected a value, found \(scanner.found)", at: scanner.offset)
            appendInvalid()
        default:
            return unexpected("expected a value, found \(scanner.found)")
        }
        valueEnded()
        return true
    }

    private mutating func readWord() {
        let word = scanner.scanWord()
        switch scanner.text(word) {
        case "true", "false": append(.boolean, word)
        case "null": append(.null, word)
        default:
            scanner.error("a string is in double quotes", at: scanner.range(word))
            append(.string, word)
        }
    }

    private mutating func readKey(_ byte: UInt8) -> Bool {
        switch byte {
        case "\"": append(scanner.scanString())
        case "'": append(scanner.scanWronglyQuoted())
        case "}" where expected == .keyOrEnd:
            pop()
            return true
        case _ where JSONScanner.isWord(byte):
            let word = scanner.scanWord()
            scanner.error("a key is in double quotes", at: scanner.range(word))
            append(.string, word)
        default:
            return unexpected("expected a key in double quotes, found \(scanner.found)")
        }
        expected = .colon
        return true
    }

    private mutating func readColon(_ byte: UInt8) -> Bool {
        switch byte {
        case ":":
            scanner.skipByte()
            expected = .value
        case ",", "}":
            let key = nodes[nodes.count - 1]
            scanner.error(
                "the key has no value", at: scanner.range(Int(key.lower)..<Int(key.upper)))
            appendInvalid()
            expected = .commaOrEnd
        case "\"", "{", "[":
            scanner.error("expected ':' behind the key", at: scanner.offset)
            expected = .value
        default:
            return unexpected("expected ':' behind the key, found \(scanner.found)")
        }
        return true
    }

    private mutating func readCommaOrEnd(_ byte: UInt8) -> Bool {
        let container = open[open.count - 1]
        let isObject = nodes[container].kind == .object
        switch byte {
        case ",":
            let comma = scanner.offset
            scanner.skipByte()
            expected = isObject ? .key : .value
            scanner.skipWhiteSpace()
            if let end = scanner.byte, "}" ~= end || "]" ~= end {
                scanner.error("there is nothing behind this comma", at: comma)
                expected = .commaOrEnd
            }
        case isObject ? "}" : "]":
            pop()
        case "\"", "{", "[":
            scanner.error("expected ',' here", at: scanner.range(endOfLastValue..<endOfLastValue))
            expected = isObject ? .key : .value
        default:
            let found = "expected ',' or '\(isObject ? "}" : "]")', found \(scanner.found)"
            scanner.error(
                found, at: scanner.character(at: scanner.offset), notes: [beginning(of: container)])
            return false
        }
        return true
    }

    private mutating func endOfFile() {
        if nodes.isEmpty {
            scanner.error(
                "the schema is empty; it is a JSON object, as in {\"users\": …}", at: scanner.offset
            )
        } else if let container = open.last {
            scanner.error(
                "the schema ends before its \(nodes[container].kind) does",
                at: scanner.character(at: scanner.offset), notes: [beginning(of: container)])
            abandon()
        }
    }

    /// Reports something that reading can't go on from.
    private mutating func unexpected(_ message: String) -> Bool {
        scanner.error(message, at: scanner.offset)
        return false
    }

    private func beginning(of container: Int) -> Diagnostic.Note {
        Diagnostic.Note(
            "the \(nodes[container].kind) begins here",
            at: scanner.character(at: Int(nodes[container].lower)))
    }
}

// MARK: - Nodes

extension JSONReader {
    private mutating func append(_ kind: JSONDocument.Node.Kind, _ bytes: Range<Int>) {
        nodes.append(
            JSONDocument.Node(
                kind: kind, lower: UInt32(bytes.lowerBound), upper: UInt32(bytes.upperBound),
                end: Int32(nodes.count + 1)))
    }

    private mutating func append(_ string: JSONScanner.StringToken) {
        append(.string, string.contents)
        nodes[nodes.count - 1].hasEscapes = string.hasEscapes
    }

    /// Stands in for a value that is missing, and marks what it is missing from.
    private mutating func appendInvalid() {
        append(.invalid, scanner.offset..<scanner.offset)
        if let container = open.last {
            nodes[container].isIncomplete = true
        }
    }

    private mutating func push(_ kind: JSONDocument.Node.Kind, expecting next: Expectation) {
        open.append(nodes.count)
        append(kind, scanner.offset..<scanner.offset + 1)
        scanner.skipByte()
        expected = next
    }

    private mutating func pop() {
        scanner.skipByte()
        close(open.removeLast())
        valueEnded()
    }

    private mutating func close(_ container: Int) {
        nodes[container].upper = UInt32(scanner.offset)
        nodes[container].end = Int32(nodes.count)
    }

    private mutating func valueEnded() {
        expected = open.isEmpty ? .nothing : .commaOrEnd
    }

    /// Stops reading: gives the last key a value, and closes what is open, as incomplete.
    private mutating func abandon() {
        if let container = open.last, nodes[container].kind == .object,
            expected == .colon || expected == .value
        {
            appendInvalid()
        }
        while let container = open.popLast() {
            nodes[container].isIncomplete = true
            close(container)
        }
    }

    private var endOfLastValue: Int {
        let last = nodes[nodes.count - 1]
        return Int(last.upper) + (last.kind == .string ? 1 : 0)
    }
}
