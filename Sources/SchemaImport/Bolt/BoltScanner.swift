/// Reads Bolt as a row of tokens.
struct BoltScanner {
    enum Token: Equatable {
        case word(String)
        case text(String)
        /// `{`, `}`, `<`, `>`, `[`, `]`, `(`, `)`, `/`, `|`, `,`, `;`, `:`, `=`, `.` and others.
        case symbol(Character)
        case end
    }

    private let text: [Character]
    private var position = 0

    init(_ source: String) {
        text = Array(source)
    }

    /// The next token, which stays the next.
    mutating func peek() throws -> Token {
        var ahead = self
        return try ahead.next()
    }

    mutating func next() throws -> Token {
        try skipSpace()
        guard position < text.count else { return .end }
        let character = text[position]
        if character.isLetter || character.isNumber || character == "_" || character == "$" {
            return .word(takeWord())
        }
        if character == "\"" || character == "'" { return .text(try takeText()) }
        position += 1
        return .symbol(character)
    }

    /// Takes a symbol if it is next.
    mutating func accept(_ symbol: Character) throws -> Bool {
        try accept(.symbol(symbol))
    }

    mutating func accept(_ token: Token) throws -> Bool {
        guard try peek() == token else { return false }
        _ = try next()
        return true
    }

    mutating func expect(_ symbol: Character, _ reason: String) throws {
        guard try accept(symbol) else { throw try unexpected("expected '\(symbol)' \(reason)") }
    }

    /// An error at the next token.
    mutating func unexpected(_ message: String) throws -> ImportError {
        try skipSpace()
        return switch try peek() {
        case .end: error("unexpected end of the file; \(message)")
        case .word(let word): error("unexpected '\(word)'; \(message)")
        case .text(let text): error("unexpected \(text.debugDescription); \(message)")
        case .symbol(let symbol): error("unexpected '\(symbol)'; \(message)")
        }
    }

    func error(_ message: String) -> ImportError {
        let before = text[..<min(position, text.count)]
        let line = before.count { $0.isNewline } + 1
        let lineStart = before.lastIndex { $0.isNewline }.map { $0 + 1 } ?? 0
        let column = before[lineStart...].reduce(0) { $0 + $1.utf8.count } + 1
        return ImportError(message, line: line, column: column)
    }
}

extension BoltScanner {
    /// Everything up to the brace that closes the one just taken, which it takes, too.
    mutating func skipBody() throws -> String {
        let start = position
        var depth = 1
        while true {
            try skipSpace()
            guard position < text.count else { throw error("expected '}'") }
            switch text[position] {
            case "\"", "'":
                _ = try takeText()
                continue
            case "/" where isRegularExpression:
                try skipRegularExpression()
                continue
            case "{": depth += 1
            case "}": depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return String(text[start..<position - 1]) }
        }
    }

    /// Everything up to a semicolon, or to the end of the line if there is none on it.
    mutating func skipExpression() {
        while position < text.count, text[position] != ";", !text[position].isNewline {
            position += 1
        }
    }

    /// After a parenthesis a slash begins a regular expression; elsewhere it divides.
    private var isRegularExpression: Bool {
        text[..<position].last { !$0.isWhitespace } == "("
    }

    private mutating func skipRegularExpression() throws {
        let start = self
        position += 1
        while position < text.count, text[position] != "/" {
            if text[position].isNewline { break }
            position += text[position] == "\\" ? 2 : 1
        }
        guard position < text.count, text[position] == "/" else {
            throw start.error("the regular expression has no end")
        }
        position += 1
    }

    private mutating func skipSpace() throws {
        while position < text.count {
            if text[position].isWhitespace {
                position += 1
            } else if starts(with: "//"), !isRegularExpression {
                while position < text.count, !text[position].isNewline { position += 1 }
            } else if starts(with: "/*") {
                let start = self
                position += 2
                while position < text.count, !starts(with: "*/") { position += 1 }
                guard position < text.count else { throw start.error("the comment has no end") }
                position += 2
            } else {
                return
            }
        }
    }

    private func starts(with other: String) -> Bool {
        text[position...].starts(with: other)
    }

    private mutating func takeWord() -> String {
        let word = text[position...].prefix {
            $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" || $0 == "-"
        }
        position += word.count
        return String(word)
    }

    private mutating func takeText() throws -> String {
        let start = self
        let quote = text[position]
        var result = ""
        position += 1
        while position < text.count, text[position] != quote {
            if text[position].isNewline { break }
            if text[position] == "\\" { position += 1 }
            if position < text.count { result.append(text[position]) }
            position += 1
        }
        guard position < text.count, text[position] == quote else {
            throw start.error("the string has no end")
        }
        position += 1
        return result
    }
}
