/// The reason why an expression can't be parsed.
package struct RulesExpressionError: Error, Equatable {
    package let message: String
    /// The place of the error, in bytes of UTF-8 from the expression's beginning.
    package let offset: Int
}

/// Tokenizes an expression.
struct RulesScanner {
    enum Token: Equatable {
        /// A name, a keyword, or a variable with its `$`.
        case word(String)
        case number(Double)
        case string(String)
        case regularExpression(String, flags: String)
        case symbol(String)
        case end
    }

    private let text: [UInt8]
    private(set) var token = Token.end
    /// The offset of the current token.
    private(set) var offset = 0
    private var position = 0

    init(_ source: String) throws(RulesExpressionError) {
        text = Array(source.utf8)
        try advance()
    }

    /// Advances to the next token.
    mutating func advance() throws(RulesExpressionError) {
        let endsOperand = token.endsOperand
        skipSpace()
        offset = position
        guard position < text.count else {
            token = .end
            return
        }
        let byte = text[position]
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): token = .string(try takeString(quote: byte))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): token = .number(try takeNumber())
        case UInt8(ascii: "/") where !endsOperand: token = try takeRegularExpression()
        case _ where byte.isInWord:
            token = .word(take(while: \.isInWord))
        default: token = .symbol(try takeSymbol())
        }
    }

    func error(_ message: String) -> RulesExpressionError {
        RulesExpressionError(message: message, offset: offset)
    }
}

extension RulesScanner {
    private mutating func skipSpace() {
        while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) {
            position += 1
        }
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> String {
        let start = position
        while position < text.count, condition(text[position]) { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    private mutating func takeNumber() throws(RulesExpressionError) -> Double {
        let digits = take { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
        guard let number = Double(digits), !digits.hasSuffix(".") else {
            throw error("'\(digits)' is not a number")
        }
        return number
    }

    private mutating func takeString(quote: UInt8) throws(RulesExpressionError) -> String {
        position += 1
        var bytes: [UInt8] = []
        while position < text.count, text[position] != quote {
            if text[position] == UInt8(ascii: "\\"), position + 1 < text.count {
                position += 1
                bytes.append(Self.escapes[text[position]] ?? text[position])
            } else {
                bytes.append(text[position])
            }
            position += 1
        }
        guard position < text.count else { throw error("the string has no end") }
        position += 1
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    private mutating func takeRegularExpression() throws(RulesExpressionError) -> Token {
        position += 1
        let start = position
        while position < text.count, text[position] != UInt8(ascii: "/") {
            position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < text.count else { throw error("the regular expression has no end") }
        let pattern = String(decoding: text[start..<position], as: UTF8.self)
        position += 1
        return .regularExpression(pattern, flags: take { $0 == UInt8(ascii: "i") })
    }

    private mutating func takeSymbol() throws(RulesExpressionError) -> String {
        for symbol in Self.symbols where text[position...].starts(with: symbol.utf8) {
            position += symbol.utf8.count
            return symbol
        }
        let character = String(decoding: text[position...].prefix(4), as: UTF8.self).prefix(1)
        throw error("unexpected '\(character)'")
    }

    /// The operators and punctuation, longer ones first.
    private static let symbols = [
        "===", "!==", "&&", "||", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!",
        "?", ":", "(", ")", "[", "]", ",", ".",
    ]
}

extension RulesScanner.Token {
    /// Whether the token can end an operand, so that an operator may follow. After any other token,
    /// a slash begins a regular expression.
    fileprivate var endsOperand: Bool {
        switch self {
        case .word, .number, .string, .symbol(")"), .symbol("]"): true
        case .regularExpression, .symbol, .end: false
        }
    }

    var description: String {
        switch self {
        case .word(let text), .symbol(let text): "'\(text)'"
        case .number(let number): "\(number)"
        case .string(let text): "'\(text)'"
        case .regularExpression(let pattern, _): "/\(pattern)/"
        case .end: "the end"
        }
    }
}

extension UInt8 {
    /// Whether the byte can be in a word, of rules or of Bolt.
    package var isInWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
