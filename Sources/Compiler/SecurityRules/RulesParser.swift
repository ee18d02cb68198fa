/// An expression, and the source of each of its parts.
package struct ParsedExpression: Sendable {
    package let source: String
    package let expression: RulesExpression

    /// The byte ranges of all parts, each after those of its own parts.
    package let ranges: [Range<Int>]
}

/// Parses an expression.
package struct RulesParser {
    private var scanner: RulesScanner
    private var ranges: [Range<Int>] = []
    private var nesting = 0

    /// The maximum nesting depth, beyond that of handwritten rules.
    private static let maximumDepth = 100

    /// A parsed part of the expression.
    private struct Part {
        let expression: RulesExpression
        let start: Int
        /// The depth of the tree but for left operands of binary operators, over which checking and
        /// evaluation don't recurse.
        let depth: Int
        /// The depth of the whole tree.
        let height: Int
    }

    package static func parse(
        _ source: String
    ) throws(RulesExpressionError) -> RulesExpression {
        try parseRule(source).expression
    }

    /// Parses an expression with the source of each of its parts.
    package static func parseRule(
        _ source: String
    ) throws(RulesExpressionError) -> ParsedExpression {
        var parser = RulesParser(scanner: try RulesScanner(source))
        let part = try parser.parseExpression()
        guard parser.scanner.token == .end else {
            throw parser.unexpected("expected an operator")
        }
        return ParsedExpression(
            source: source, expression: part.expression, ranges: parser.ranges)
    }

    private init(scanner: RulesScanner) {
        self.scanner = scanner
    }

    private mutating func parseExpression() throws(RulesExpressionError) -> Part {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting < Self.maximumDepth else { throw tooDeep }
        let condition = try parseBinary(minimum: 1)
        guard try accept("?") else { return condition }
        let first = try parseExpression()
        try expect(":")
        let second = try parseExpression()
        return try part(
            .conditional(
                condition.expression, then: first.expression, otherwise: second.expression),
            from: condition.start, over: [condition, first, second])
    }

    /// Parses operands joined by operators of at least a precedence.
    private mutating func parseBinary(minimum: Int) throws(RulesExpressionError) -> Part {
        var left = try parseUnary()
        var count = 0
        while case .symbol(let symbol) = scanner.token, let sign = Self.operators[symbol],
            sign.precedence >= minimum
        {
            count += 1
            guard count < 1_000 else { throw scanner.error("too many operators in a row") }
            try scanner.advance()
            let right = try parseBinary(minimum: sign.precedence + 1)
            left = try part(
                .binary(left.expression, sign, right.expression), from: left.start,
                over: [right], after: left)
        }
        return left
    }

    private static let operators = Dictionary(
        uniqueKeysWithValues: RulesExpression.Operator.allCases.map { ($0.rawValue, $0) }
            + [("===", .equal), ("!==", .notEqual)])

    private mutating func parseUnary() throws(RulesExpressionError) -> Part {
        var signs: [(symbol: String, start: Int)] = []
        while case .symbol(let symbol) = scanner.token, symbol == "!" || symbol == "-" {
            guard signs.count < Self.maximumDepth else { throw scanner.error("too many signs") }
            signs.append((symbol, scanner.offset))
            try scanner.advance()
        }
        var operand = try parseOperand()
        for sign in signs.reversed() {
            let signed: RulesExpression =
                sign.symbol == "!" ? .not(operand.expression) : .negative(operand.expression)
            operand = try part(signed, from: sign.start, over: [operand])
        }
        return operand
    }

    /// Notes the source of a part, which ends with the latest token.
    private mutating func part(
        _ expression: RulesExpression, from start: Int, over parts: [Part] = [],
        after left: Part? = nil
    ) throws(RulesExpressionError) -> Part {
        let depth = max(left?.depth ?? 0, (parts.map(\.depth).max() ?? 0) + 1)
        let height = max(left?.height ?? 0, parts.map(\.height).max() ?? 0) + 1
        guard depth <= 2 * Self.maximumDepth, height <= 2_000 else { throw tooDeep }
        ranges.append(start..<scanner.endOfLastToken)
        return Part(expression: expression, start: start, depth: depth, height: height)
    }

    private var tooDeep: RulesExpressionError {
        scanner.error("nested deeper than \(Self.maximumDepth) levels")
    }
}

extension RulesParser {
    /// Parses a value with its members and calls: `newData.child('a').val()`.
    private mutating func parseOperand() throws(RulesExpressionError) -> Part {
        var operand = try parsePrimary()
        var count = 0
        while true {
            count += 1
            guard count < Self.maximumDepth else { throw scanner.error("too many calls in a row") }
            if try accept(".") {
                guard case .word(let name) = scanner.token else {
                    throw unexpected("expected a name after '.'")
                }
                try scanner.advance()
                if try accept("(") {
                    operand = try parseCall(of: name, on: operand)
                } else {
                    operand = try part(
                        .member(operand.expression, name), from: operand.start, over: [operand])
                }
            } else if try accept("[") {
                operand = try parseElement(of: operand)
            } else {
                return operand
            }
        }
    }

    private mutating func parseCall(
        of name: String, on base: Part
    ) throws(RulesExpressionError) -> Part {
        let arguments = try parseList(until: ")")
        return try part(
            .call(base.expression, name, arguments.map(\.expression)), from: base.start,
            over: [base] + arguments)
    }

    /// Parses `['role']`, or the call of a method by its quoted name: `["exists"]()`.
    private mutating func parseElement(of base: Part) throws(RulesExpressionError) -> Part {
        let index = try parseExpression()
        try expect("]")
        if case .string(let name) = index.expression, try accept("(") {
            ranges.removeLast()
            return try parseCall(of: name, on: base)
        }
        return try part(
            .element(base.expression, at: index.expression), from: base.start,
            over: [base, index])
    }

    private mutating func parsePrimary() throws(RulesExpressionError) -> Part {
        let token = scanner.token
        let start = scanner.offset
        switch token {
        case .symbol("("):
            try scanner.advance()
            let inner = try parseExpression()
            try expect(")")
            return inner
        case .symbol("["):
            try scanner.advance()
            let elements = try parseList(until: "]")
            return try part(.array(elements.map(\.expression)), from: start, over: elements)
        case .symbol, .end: throw unexpected("expected a value")
        case .word, .number, .string, .regularExpression: try scanner.advance()
        }
        let literal: RulesExpression =
            switch token {
            case .word("true"): .bool(true)
            case .word("false"): .bool(false)
            case .word("null"): .null
            case .word(let name): .name(name)
            case .number(let number): .number(number)
            case .string(let text): .string(text)
            case .regularExpression(let pattern, let flags):
                .regularExpression(pattern, flags: flags)
            case .symbol, .end: .null
            }
        return try part(literal, from: start)
    }

    private mutating func parseList(until end: String) throws(RulesExpressionError) -> [Part] {
        var elements: [Part] = []
        if try accept(end) { return elements }
        repeat {
            elements.append(try parseExpression())
        } while try accept(",")
        try expect(end)
        return elements
    }

    private mutating func accept(_ symbol: String) throws(RulesExpressionError) -> Bool {
        guard scanner.token == .symbol(symbol) else { return false }
        try scanner.advance()
        return true
    }

    private mutating func expect(_ symbol: String) throws(RulesExpressionError) {
        guard try accept(symbol) else { throw unexpected("expected '\(symbol)'") }
    }

    private func unexpected(_ expected: String) -> RulesExpressionError {
        scanner.error("unexpected \(scanner.token.description); \(expected)")
    }
}

// MARK: - Tokens

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
