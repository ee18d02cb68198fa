/// Parses an expression.
package struct RulesParser {
    private var scanner: RulesScanner
    private var depth = 0

    /// The maximum nesting depth, beyond that of handwritten rules.
    private static let maximumDepth = 100

    package static func parse(
        _ source: String
    ) throws(RulesExpressionError) -> RulesExpression {
        var parser = RulesParser(scanner: try RulesScanner(source))
        let expression = try parser.parseExpression()
        guard parser.scanner.token == .end else {
            throw parser.unexpected("expected an operator")
        }
        return expression
    }

    private init(scanner: RulesScanner) {
        self.scanner = scanner
    }

    private mutating func parseExpression() throws(RulesExpressionError) -> RulesExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.maximumDepth else {
            throw scanner.error("nested deeper than \(Self.maximumDepth) levels")
        }
        let condition = try parseBinary(minimum: 1)
        guard try accept("?") else { return condition }
        let first = try parseExpression()
        try expect(":")
        return .conditional(condition, then: first, otherwise: try parseExpression())
    }

    /// Parses operands joined by operators of at least a precedence.
    private mutating func parseBinary(
        minimum: Int
    ) throws(RulesExpressionError) -> RulesExpression {
        var left = try parseUnary()
        var count = 0
        while case .symbol(let symbol) = scanner.token, let sign = Self.operators[symbol],
            sign.precedence >= minimum
        {
            count += 1
            guard count < 1_000 else { throw scanner.error("too many operators in a row") }
            try scanner.advance()
            left = .binary(left, sign, try parseBinary(minimum: sign.precedence + 1))
        }
        return left
    }

    private static let operators = Dictionary(
        uniqueKeysWithValues: RulesExpression.Operator.allCases.map { ($0.rawValue, $0) }
            + [("===", .equal), ("!==", .notEqual)])

    private mutating func parseUnary() throws(RulesExpressionError) -> RulesExpression {
        var signs: [String] = []
        while case .symbol(let symbol) = scanner.token, symbol == "!" || symbol == "-" {
            guard signs.count < Self.maximumDepth else { throw scanner.error("too many signs") }
            signs.append(symbol)
            try scanner.advance()
        }
        let operand = try parseOperand()
        return signs.reversed().reduce(operand) { $1 == "!" ? .not($0) : .negative($0) }
    }
}

extension RulesParser {
    /// Parses a value with its members and calls: `newData.child('a').val()`.
    private mutating func parseOperand() throws(RulesExpressionError) -> RulesExpression {
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
                operand =
                    try accept("(")
                    ? .call(operand, name, try parseList(until: ")")) : .member(operand, name)
            } else if try accept("[") {
                operand = .element(operand, at: try parseExpression())
                try expect("]")
            } else {
                return operand
            }
        }
    }

    private mutating func parsePrimary() throws(RulesExpressionError) -> RulesExpression {
        let token = scanner.token
        switch token {
        case .symbol("("):
            try scanner.advance()
            let expression = try parseExpression()
            try expect(")")
            return expression
        case .symbol("["):
            try scanner.advance()
            return .array(try parseList(until: "]"))
        case .symbol, .end: throw unexpected("expected a value")
        case .word, .number, .string, .regularExpression: try scanner.advance()
        }
        return switch token {
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
    }

    private mutating func parseList(
        until end: String
    ) throws(RulesExpressionError) -> [RulesExpression] {
        var elements: [RulesExpression] = []
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
