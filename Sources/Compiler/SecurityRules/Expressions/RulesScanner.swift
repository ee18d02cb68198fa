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
    /// The offset after the token before the current one.
    private(set) var endOfLastToken = 0
    private var position = 0

    init(_ source: String) throws(RulesExpressionError) {
        text = Array(source.utf8)
        try advance()
    }

    /// Advances to the next token.
    mutating func advance() throws(RulesExpressionError) {
        let endsOperand = token.endsOperand
        endOfLastToken = position
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
        while position < text.count, " \t\n\r".utf8.contains(text[position]) { position += 1 }
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> String {
        let start = position
        while position < text.count, condition(text[position]) { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    private mutating func takeNumber() throws(RulesExpressionError) -> Double {
        var digits = take { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
        if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
            digits += take { $0 | 0x20 == UInt8(ascii: "e") }
            digits += take { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
            digits += take { 0x30...0x39 ~= $0 }
        }
        guard let number = Double(digits), number.isFinite, !digits.hasSuffix(".") else {
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
                takeEscape(to: &bytes)
            } else {
                bytes.append(text[position])
                position += 1
            }
        }
        guard position < text.count else { throw error("the string has no end") }
        position += 1
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Takes an escape of JavaScript, from the character after its backslash.
    private mutating func takeEscape(to bytes: inout [UInt8]) {
        let letter = text[position]
        position += 1
        switch letter {
        case UInt8(ascii: "u"), UInt8(ascii: "x"):
            guard let unit = takeHexadecimal(letter == UInt8(ascii: "u") ? 4 : 2) else {
                bytes.append(letter)
                return
            }
            var units = [unit]
            if UTF16.isLeadSurrogate(unit), text[position...].starts(with: "\\u".utf8) {
                position += 2
                if let trail = takeHexadecimal(4) { units.append(trail) }
            }
            bytes += String(decoding: units, as: UTF16.self).utf8
        default: bytes.append(Self.escapes[letter] ?? letter)
        }
    }

    private mutating func takeHexadecimal(_ count: Int) -> UInt16? {
        let digits = String(decoding: text[position...].prefix(count), as: UTF8.self)
        guard digits.utf8.count == count, digits.allSatisfy(\.isHexDigit),
            let unit = UInt16(digits, radix: 16)
        else { return nil }
        position += count
        return unit
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
        UInt8(ascii: "0"): 0x00,
    ]

    private mutating func takeRegularExpression() throws(RulesExpressionError) -> Token {
        position += 1
        let start = position
        var isInSet = false
        while position < text.count, isInSet || text[position] != UInt8(ascii: "/") {
            switch text[position] {
            case UInt8(ascii: "["): isInSet = true
            case UInt8(ascii: "]"): isInSet = false
            case UInt8(ascii: "\\"): position += 1
            default: break
            }
            position += 1
        }
        guard position < text.count else { throw error("the regular expression has no end") }
        let pattern = String(decoding: text[start..<position], as: UTF8.self)
        position += 1
        return .regularExpression(pattern, flags: take(while: \.isInWord))
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
    /// Whether the byte can be in a word.
    fileprivate var isInWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
