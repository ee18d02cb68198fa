import PathSchema

/// Tokenizes Bolt.
struct BoltScanner {
    enum Token: Equatable {
        case word(String)
        case text(String)
        /// `{`, `}`, `<`, `>`, `[`, `]`, `(`, `)`, `/`, `|`, `,`, `;`, `:`, `=` and others.
        case symbol(Unicode.Scalar)
        case end
    }

    private let text: [UInt8]
    private(set) var token = Token.end
    /// The offset of the current token.
    private(set) var offset = 0
    private var position = 0

    init(_ source: [UInt8]) throws(ImportError) {
        text = source
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try advance()
    }

    /// Advances to the next token.
    mutating func advance() throws(ImportError) {
        try skipSpace()
        offset = position
        guard position < text.count else {
            token = .end
            return
        }
        let byte = text[position]
        if byte.isInWord {
            token = .word(takeWord())
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            token = .text(try takeText())
        } else {
            position += 1
            token = .symbol(Unicode.Scalar(byte))
        }
    }

    mutating func accept(_ symbol: Unicode.Scalar) throws(ImportError) -> Bool {
        try accept(.symbol(symbol))
    }

    /// Consumes a token if it is next. Returns whether it was.
    mutating func accept(_ expected: Token) throws(ImportError) -> Bool {
        guard token == expected else { return false }
        try advance()
        return true
    }

    mutating func expect(_ symbol: Unicode.Scalar, _ reason: String) throws(ImportError) {
        guard try accept(symbol) else { throw unexpected("expected '\(symbol)' \(reason)") }
    }
}

// MARK: - Errors

extension BoltScanner {
    /// Returns an error at the next token.
    func unexpected(_ message: String) -> ImportError {
        switch token {
        case .end: error("unexpected end of the file; \(message)")
        case .word(let word): error("unexpected '\(word)'; \(message)")
        case .text(let text): error("unexpected \"\(text)\"; \(message)")
        case .symbol(let symbol) where symbol.isASCII && symbol.value > 0x20:
            error("unexpected '\(symbol)'; \(message)")
        case .symbol: error("unexpected character; \(message)")
        }
    }

    /// - Parameter offset: the place of the error; the next token by default.
    func error(_ message: String, at offset: Int? = nil) -> ImportError {
        let lines = SourceLines(SourceText(name: "", utf8: text))
        let position = lines.position(of: offset ?? self.offset)
        return ImportError(message, line: position.line, column: position.column)
    }
}

// MARK: - Skipped code

extension BoltScanner {
    /// Skips the body of a function, from its `{` to the matching `}`.
    ///
    /// - Returns: the string literals in the body.
    mutating func skipBody() throws(ImportError) -> [String] {
        let start = offset
        var texts: [String] = []
        var depth = 0
        repeat {
            switch token {
            case .symbol("{"): depth += 1
            case .symbol("}"): depth -= 1
            case .symbol("("): try skipRegularExpression()
            case .text(let text): texts.append(text)
            case .end: throw error("there is no '}' for this '{'", at: start)
            default: break
            }
            try advance()
        } while depth > 0
        return texts
    }

    /// Skips the expression of a function without a body: up to a semicolon, the closing brace of
    /// the enclosing block, or the end of a line that neither ends with an operator nor is followed
    /// by one.
    mutating func skipExpression() throws(ImportError) {
        var depth = 0
        var isOperand = false
        while token != .end {
            if depth == 0, isOperand, startsLine, !isOperator { return }
            switch token {
            case .symbol(";") where depth == 0: return try advance()
            case .symbol("}") where depth == 0: return
            case .symbol("("), .symbol("["), .symbol("{"): depth += 1
            case .symbol(")"), .symbol("]"), .symbol("}"): depth -= 1
            default: break
            }
            if token == .symbol("(") { try skipRegularExpression() }
            isOperand = !isOperator
            try advance()
        }
    }

    private var isOperator: Bool {
        guard case .symbol(let symbol) = token else { return false }
        return "&|=!<>+-*/%?:.,(".unicodeScalars.contains(symbol)
    }

    /// Whether the token is the first on its line.
    private var startsLine: Bool {
        let line = text[..<offset].reversed().prefix { $0 != 0x0A }
        return line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    /// Skips a regular expression, which may contain any characters. A slash after a parenthesis
    /// begins one.
    private mutating func skipRegularExpression() throws(ImportError) {
        while position < text.count, text[position] == 0x20 { position += 1 }
        guard position < text.count, text[position] == UInt8(ascii: "/") else { return }
        let start = position
        position += 1
        while position < text.count, text[position] != UInt8(ascii: "/") {
            if text[position] == 0x0A { break }
            position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < text.count, text[position] == UInt8(ascii: "/") else {
            throw error("the regular expression has no end", at: start)
        }
        position += 1
    }

    private mutating func skipSpace() throws(ImportError) {
        while position < text.count {
            if [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) {
                position += 1
            } else if text[position...].starts(with: "//".utf8) {
                position = text[position...].firstIndex(of: 0x0A) ?? text.count
            } else if text[position...].starts(with: "/*".utf8) {
                let start = position
                position += 2
                while position < text.count, !text[position...].starts(with: "*/".utf8) {
                    position += 1
                }
                guard position < text.count else {
                    throw error("the comment has no end", at: start)
                }
                position += 2
            } else {
                return
            }
        }
    }
}

// MARK: - Words and texts

extension BoltScanner {
    private mutating func takeWord() -> String {
        let word = text[position...].prefix { $0.isInWord || $0 == UInt8(ascii: "-") }
        position += word.count
        return String(decoding: word, as: UTF8.self)
    }

    private mutating func takeText() throws(ImportError) -> String {
        let start = position
        let quote = text[position]
        var bytes: [UInt8] = []
        position += 1
        while position < text.count, text[position] != quote, text[position] != 0x0A {
            if text[position] == UInt8(ascii: "\\"), position + 1 < text.count { position += 1 }
            bytes.append(text[position])
            position += 1
        }
        guard position < text.count, text[position] == quote else {
            throw error("the string has no end", at: start)
        }
        position += 1
        return String(decoding: bytes, as: UTF8.self)
    }
}
